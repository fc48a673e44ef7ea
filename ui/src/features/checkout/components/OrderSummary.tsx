import type { Config } from "@/api/types";
import { cartCount, type CartItem, lineTotal } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import type { Amounts } from "../model/amounts";
import { texts } from "../texts";

interface Props {
  items: readonly CartItem[];
  amounts: Amounts;
  method: string;
  config: Config;
  /** The payment step lets people fold the details on any screen. */
  foldable: boolean;
}

/** The items and their cost: beside the step on a wide screen, collapsed above it on a narrow one. */
export function OrderSummary(props: Props) {
  const { items, foldable } = props;
  return (
    <aside aria-label={texts.orderSummary} className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
      <CollapsibleSummary {...props} className="lg:hidden" />
      {foldable ? (
        <CollapsibleSummary {...props} className="max-lg:hidden" unfolded />
      ) : (
        <Card className="max-lg:hidden">
          <h2 className="text-h3">{texts.orderSummary}</h2>
          <p className="mt-1 text-sm text-muted">{texts.count(cartCount(items))}</p>
          <SummaryLines {...props} />
        </Card>
      )}
    </aside>
  );
}

/** The total, with details behind "Show Details". */
function CollapsibleSummary({
  className,
  unfolded,
  ...props
}: Props & { className: string; unfolded?: boolean }) {
  return (
    <details open={unfolded} className={cx("group rounded-ui border border-line bg-surface", className)}>
      <summary className="flex min-h-11 items-center gap-3 rounded-ui px-4 py-2 [&::-webkit-details-marker]:hidden sm:px-5">
        <span className="flex flex-1 flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{texts.orderSummary}</span>
          <span className="text-sm text-leaf underline underline-offset-4">
            <span className="group-open:hidden">{texts.showDetails}</span>
            <span className="hidden group-open:inline">{texts.hideDetails}</span>
          </span>
        </span>
        <span className="text-lg font-bold tabular-nums">{formatMoney(props.amounts.total)}</span>
      </summary>
      <div className="px-5 pb-5">
        <SummaryLines {...props} />
      </div>
    </details>
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
  totalLabel = texts.total,
}: {
  amounts: Amounts;
  deliveryTitle?: string;
  totalLabel?: string;
}) {
  const rows: [string, string][] = [
    [texts.subtotal, formatMoney(amounts.subtotal)],
    [
      deliveryTitle ? texts.deliveryBy(deliveryTitle) : texts.delivery,
      amounts.deliveryFee === 0 ? texts.free : formatMoney(amounts.deliveryFee),
    ],
    [texts.tax, formatMoney(amounts.tax)],
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
