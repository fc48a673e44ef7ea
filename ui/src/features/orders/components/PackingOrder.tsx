import type { Order } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { cx } from "@/ui/cx";
import { methodLabel, numberOf } from "../model/status";
import type { Ticks } from "../model/useTicks";
import { texts } from "../texts";
import { StatusActions } from "./StatusActions";
import { StatusBadge } from "./StatusBadge";

const words = texts.today;

interface Props {
  order: Order;
  ticks: Ticks;
  onTick: (changes: Ticks) => void;
}

type Item = Order["items"][number];
const keyOf = (order: Order, { product, unit }: Item): string => `pack:${order._id}:${product._id}:${unit}`;
const isTicked = (order: Order, ticks: Ticks) => (item: Item) =>
  (ticks[keyOf(order, item)] ?? 0) >= item.quantity;

export const isPacked = (order: Order, ticks: Ticks): boolean => order.items.every(isTicked(order, ticks));

/** One bag: items ticked one by one or all at once, and the next step when all are ticked. */
export function PackingOrder({ order, ticks, onTick }: Props) {
  const isPackedNow = isTicked(order, ticks);
  const count = order.items.filter(isPackedNow).length;
  const packed = isPacked(order, ticks);
  const number = numberOf(order);
  const set = (items: readonly Item[], on: boolean) =>
    onTick(Object.fromEntries(items.map((item) => [keyOf(order, item), on ? item.quantity : 0])));
  return (
    <li className="break-inside-avoid py-4">
      <div role="group" aria-label={texts.order(number)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Checkbox
            checked={packed}
            indeterminate={count > 0 && !packed}
            onChange={() => set(order.items, !packed)}
            label={
              <>
                <span className="sr-only">{words.allOf}</span> <span className="font-semibold">{number}</span>
              </>
            }
          />
          <StatusBadge status={order.status} />
          <span className="text-sm text-muted">{methodLabel(order.deliveryMethod)}</span>
          {packed && (
            <span className="ml-auto flex gap-2 print:hidden">
              <StatusActions order={order} nextOnly />
            </span>
          )}
        </div>
        <ul className="mt-1 grid gap-1 pl-8">
          {order.items.map((item) => (
            <li key={keyOf(order, item)}>
              <Checkbox
                checked={isPackedNow(item)}
                onChange={() => set([item], !isPackedNow(item))}
                label={
                  <span className={cx(isPackedNow(item) && "text-muted line-through")}>
                    {item.name}{" "}
                    <span className="tabular-nums">{words.quantity(item.quantity, item.unit)}</span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
        {order.deliveryInstructions && (
          <p className="mt-1 pl-8 text-sm text-muted">“{order.deliveryInstructions}”</p>
        )}
      </div>
    </li>
  );
}
