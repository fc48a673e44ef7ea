import type { Config } from "@/api/types";
import { cartCount, type CartItem, lineTotal } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { Card } from "@/ui/Card";
import type { Amounts } from "../model/amounts";

interface Props {
  items: readonly CartItem[];
  amounts: Amounts;
  method: string;
  config: Config;
}

/** What is bought and what it costs: beside the step where there is room, folded above it where there is not. */
export function OrderSummary(props: Props) {
  const { items, amounts } = props;
  const count = cartCount(items);
  const counted = `${count} ${count === 1 ? "item" : "items"}`;
  return (
    <aside aria-label="Order summary" className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
      <details className="group rounded-ui border border-line bg-surface lg:hidden">
        <summary className="flex min-h-14 items-center gap-3 rounded-ui px-5 py-3 [&::-webkit-details-marker]:hidden">
          <span className="flex-1">
            <span className="block font-semibold">Order Summary</span>
            <span className="text-sm text-leaf underline underline-offset-4">
              <span className="group-open:hidden">Show Details</span>
              <span className="hidden group-open:inline">Hide Details</span>
            </span>
          </span>
          <span className="text-lg font-bold tabular-nums">{formatMoney(amounts.total)}</span>
        </summary>
        <div className="px-5 pb-5">
          <SummaryLines {...props} />
        </div>
      </details>
      <Card className="max-lg:hidden">
        <h2 className="text-h3">Order Summary</h2>
        <p className="mt-1 text-sm text-muted">{counted}</p>
        <SummaryLines {...props} />
      </Card>
    </aside>
  );
}

function SummaryLines({ items, amounts, method, config }: Props) {
  const title = config.checkout.deliveryMethods.find((option) => option.id === method)?.title;
  return (
    <>
      <ul className="mt-4 grid gap-2 text-sm">
        {items.map((item) => (
          <li key={item.product._id} className="flex justify-between gap-3">
            <span className="min-w-0">
              {item.quantity} × {item.product.name}
            </span>
            <span className="tabular-nums">{formatMoney(lineTotal(item))}</span>
          </li>
        ))}
      </ul>
      <AmountList amounts={amounts} deliveryTitle={title} />
    </>
  );
}

/** Subtotal, tax, fee and total. */
export function AmountList({
  amounts,
  deliveryTitle,
  totalLabel = "Total",
}: {
  amounts: Amounts;
  deliveryTitle?: string;
  totalLabel?: string;
}) {
  const rows: [string, string][] = [
    ["Subtotal", formatMoney(amounts.subtotal)],
    [
      deliveryTitle ? `Delivery (${deliveryTitle})` : "Delivery",
      amounts.deliveryFee === 0 ? "FREE" : formatMoney(amounts.deliveryFee),
    ],
    ["Tax", formatMoney(amounts.tax)],
  ];
  return (
    <dl className="mt-4 grid gap-2 border-t border-line pt-4 text-sm tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-3 border-t border-line pt-3 text-lg font-bold">
        <dt>{totalLabel}</dt>
        <dd>{formatMoney(amounts.total)}</dd>
      </div>
    </dl>
  );
}
