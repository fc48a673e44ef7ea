import type { PickListEntry } from "@/api/types";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { cx } from "@/ui/cx";
import { ProgressBar } from "@/ui/ProgressBar";
import type { Ticks } from "../model/useTicks";
import { texts } from "../texts";

const words = texts.today;

interface Props {
  entries: readonly PickListEntry[];
  ticks: Ticks;
  onTick: (changes: Ticks) => void;
}

const keyOf = ({ product }: PickListEntry): string => `pick:${product._id}:${product.unit}`;

/** The products to fetch. A tick covers the present quantity: additional units untick it. */
export function PickList({ entries, ticks, onTick }: Props) {
  const picked = (entry: PickListEntry) => ticks[keyOf(entry)] ?? 0;
  const pickedCount = entries.filter((entry) => picked(entry) >= entry.quantity).length;
  return (
    <Card role="region" aria-labelledby="pick-list" className="break-inside-avoid">
      <h3 id="pick-list" className="text-h3">
        {words.pick}
      </h3>
      <p className="text-sm text-muted">{words.pickHint}</p>
      <div className="mt-3 print:hidden">
        <p role="status" className="text-sm font-semibold">
          {words.picked(pickedCount, entries.length)}
        </p>
        <ProgressBar label={words.pick} share={entries.length > 0 ? pickedCount / entries.length : 1} />
      </div>
      <ul className="mt-3 divide-y divide-line">
        {entries.map((entry) => {
          const units = picked(entry);
          const isDone = units >= entry.quantity;
          return (
            <li key={keyOf(entry)} className="py-2.5">
              <Checkbox
                className="w-full"
                checked={isDone}
                indeterminate={units > 0 && !isDone}
                onChange={() => onTick({ [keyOf(entry)]: isDone ? 0 : entry.quantity })}
                label={
                  <>
                    <span className={cx("font-semibold", isDone && "text-muted line-through")}>
                      {entry.product.name}
                    </span>{" "}
                    <span className="tabular-nums">{words.quantity(entry.quantity, entry.product.unit)}</span>{" "}
                    <span className="text-sm text-muted">
                      {units > 0 && !isDone
                        ? words.more(units, entry.quantity - units)
                        : words.ofOrders(entry.orders)}
                    </span>
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
