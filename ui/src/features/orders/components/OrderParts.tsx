import { Truck } from "lucide-react";
import type { Order } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Thumbnail } from "@/ui/Thumbnail";
import { methodLabel, statusLabel } from "../model/status";

/** What was ordered, at the prices of that day. */
export function OrderItems({ order }: { order: Order }) {
  return (
    <ul className="grid gap-3">
      {order.items.map((item) => (
        <li key={item.product._id} className="flex gap-4">
          <Thumbnail src={item.product.images[0]?.url} size="sm" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{item.product.name}</span>
            <span className="text-sm text-muted">
              {item.quantity} × {formatMoney(item.price)} per {item.product.inventory.unit}
            </span>
          </span>
          <span className="tabular-nums">{formatMoney(item.subtotal)}</span>
        </li>
      ))}
    </ul>
  );
}

function deliveryFee({ deliveryFee: own, sharedDeliveryFee: whole }: Order): string {
  if (whole !== null) return `${formatMoney(own)} (your share of ${formatMoney(whole)})`;
  return own === 0 ? "FREE" : formatMoney(own);
}

/** What it cost, how it comes, and what came back. */
export function OrderTotals({ order }: { order: Order }) {
  const rows: [string, string][] = [
    ["Subtotal", formatMoney(order.subtotal)],
    [`Delivery (${methodLabel(order.deliveryMethod)})`, deliveryFee(order)],
    ["Tax", formatMoney(order.tax)],
  ];
  return (
    <dl className="grid gap-1 border-t border-line pt-4 text-sm tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 font-bold">
        <dt>Total</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
      {order.refund && (
        <div className="flex justify-between gap-3 text-danger">
          <dt>Refund ({order.refund.status})</dt>
          <dd>{formatMoney(order.refund.amount)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Everything that happened to it, oldest first. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol aria-label="Timeline" className="grid gap-2 border-l-2 border-line pl-4 text-sm">
      {order.timeline.map((entry) => (
        <li key={`${entry.status}${entry.timestamp}`}>
          <span className="font-semibold">{statusLabel(entry.status)}</span>{" "}
          <time dateTime={entry.timestamp} className="text-muted">
            {formatDateTime(entry.timestamp)}
          </time>
          {entry.note && <span className="block text-muted">{entry.note}</span>}
        </li>
      ))}
    </ol>
  );
}

export function OrderTracking({ order }: { order: Order }) {
  const number = order.tracking?.trackingNumber;
  if (!number) return null;
  const url = order.tracking?.trackingUrl;
  return (
    <p className="text-sm">
      <Truck aria-hidden className="mr-2 inline size-4 text-leaf" />
      Tracking number:{" "}
      {url ? (
        <a href={url} rel="noreferrer" className="font-semibold text-leaf underline underline-offset-4">
          {number}
        </a>
      ) : (
        <span className="font-semibold">{number}</span>
      )}
    </p>
  );
}
