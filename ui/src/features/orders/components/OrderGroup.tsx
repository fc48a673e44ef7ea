import type { Order } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { hasEnded, numberOf, sellerOf } from "../model/status";
import { texts } from "../texts";
import { CancelOrder } from "./CancelOrder";
import { OrderItems } from "./OrderItems";
import { ReorderButton } from "./ReorderButton";
import { StatusBadge } from "./StatusBadge";

/** One checkout, with a part for each merchant. */
export function OrderGroup({ parent, orders }: { parent: string; orders: readonly Order[] }) {
  const [first] = orders;
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-h3">{texts.order(parent)}</h3>
        {first && (
          <p className="text-sm text-muted">
            <span>{formatDate(first.createdAt)}</span>
            {first.parent && orders.length > 1 && (
              <span>{` · ${texts.checkoutTotal(formatMoney(first.parent.total))}`}</span>
            )}
          </p>
        )}
      </div>
      <ul className="mt-4 grid gap-6">
        {orders.map((order) => (
          <li
            key={order._id}
            aria-label={texts.order(numberOf(order))}
            className="grid gap-4 border-t border-line pt-4"
          >
            <div className="flex flex-wrap items-center gap-3">
              <p>
                {texts.soldBy} <strong>{sellerOf(order)}</strong>
              </p>
              <StatusBadge status={order.status} />
              <span className="ml-auto font-bold tabular-nums">{formatMoney(order.total)}</span>
            </div>
            <OrderItems order={order} />
            <div className="flex flex-wrap gap-3">
              <ButtonLink
                to="/orders/$id"
                params={{ id: order._id }}
                variant="secondary"
                size="sm"
                aria-label={`${texts.details}: ${texts.order(numberOf(order))}`}
              >
                {texts.details}
              </ButtonLink>
              {hasEnded(order) && <ReorderButton order={order} />}
              <CancelOrder order={order} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
