import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { methodLabel } from "../model/status";
import { texts } from "../texts";

function deliveryFee({ deliveryFee: own, sharedDeliveryFee: whole }: Order): string {
  if (whole !== null) return texts.share(formatMoney(own), formatMoney(whole));
  return own === 0 ? texts.free : formatMoney(own);
}

/** Amounts, delivery method and refunds. */
export function OrderTotals({ order }: { order: Order }) {
  const rows: [string, string][] = [
    [texts.subtotal, formatMoney(order.subtotal)],
    [texts.deliveryBy(methodLabel(order.deliveryMethod)), deliveryFee(order)],
    [texts.tax, formatMoney(order.tax)],
  ];
  return (
    <dl className="grid gap-1 border-t border-line pt-4 text-sm tabular-nums break-inside-avoid">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 text-base font-bold">
        <dt>{texts.total}</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
      {order.refund && (
        <div className="flex justify-between gap-3 font-semibold">
          <dt>{texts.refund[order.refund.status]}</dt>
          <dd>{formatMoney(order.refund.amount)}</dd>
        </div>
      )}
    </dl>
  );
}
