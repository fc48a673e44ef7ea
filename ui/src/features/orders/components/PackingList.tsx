import type { PackingListEntry } from "@/api/types";
import { Card } from "@/ui/Card";
import { ProgressBar } from "@/ui/ProgressBar";
import type { Ticks } from "../model/useTicks";
import { texts } from "../texts";
import { isPacked, PackingOrder } from "./PackingOrder";

const words = texts.today;

interface Props {
  entries: readonly PackingListEntry[];
  ticks: Ticks;
  onTick: (changes: Ticks) => void;
}

/** The items of each bag, by customer. */
export function PackingList({ entries, ticks, onTick }: Props) {
  const orders = entries.flatMap((entry) => entry.orders);
  const packedCount = orders.filter((order) => isPacked(order, ticks)).length;
  return (
    <Card role="region" aria-labelledby="packing-list" className="print:break-before-page">
      <h3 id="packing-list" className="text-h3">
        {words.pack}
      </h3>
      <p className="text-sm text-muted">{words.packHint}</p>
      <div className="mt-3 print:hidden">
        <p role="status" className="text-sm font-semibold">
          {words.packed(packedCount, orders.length)}
        </p>
        <ProgressBar label={words.pack} share={orders.length > 0 ? packedCount / orders.length : 1} />
      </div>
      {entries.map(({ customer, orders: bags }) => (
        <section key={customer._id} className="mt-5">
          <h4 className="border-b border-line pb-1 font-semibold">{customer.name}</h4>
          <ul className="divide-y divide-line">
            {bags.map((order) => (
              <PackingOrder key={order._id} order={order} ticks={ticks} onTick={onTick} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
