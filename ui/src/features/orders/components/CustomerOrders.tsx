import { useQuery } from "@tanstack/react-query";
import { ShoppingBasket } from "lucide-react";
import { customerOrdersQuery } from "@/api/orders";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { byParent, numberOf } from "../model/status";
import { CancelOrder } from "./CancelOrder";
import { OrderItems } from "./OrderParts";
import { StatusBadge } from "./StatusBadge";

/** The customer's orders: one block a checkout, in it one part a merchant. */
export function CustomerOrders({ limit }: { limit?: number }) {
  const orders = useQuery(customerOrdersQuery);
  if (orders.isError && !orders.data) {
    return (
      <ErrorState
        title="No orders yet"
        hint="They could not be loaded."
        onRetry={() => void orders.refetch()}
        retrying={orders.isFetching}
      />
    );
  }
  if (!orders.data) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (orders.data.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        hint="What you buy appears here, with every step on its way to you."
        icon={<ShoppingBasket aria-hidden className="size-10" />}
        action={<ButtonLink to="/products">Browse Products</ButtonLink>}
      />
    );
  }
  return (
    <ul aria-label="Orders" className="grid gap-5">
      {byParent(orders.data)
        .slice(0, limit)
        .map(({ parent, orders: parts }) => (
          <li key={parent}>
            <Card>
              <div className="flex flex-wrap items-baseline justify-between gap-3">
                <h3 className="text-h3">Order {parent}</h3>
                {parts[0] && (
                  <p className="text-sm text-muted">
                    {formatDate(parts[0].createdAt)}
                    {parts[0].parent && parts.length > 1 && ` · ${formatMoney(parts[0].parent.total)} in all`}
                  </p>
                )}
              </div>
              <ul className="mt-4 grid gap-6">
                {parts.map((order) => (
                  <li
                    key={order._id}
                    aria-label={`Order ${numberOf(order)}`}
                    className="grid gap-4 border-t border-line pt-4"
                  >
                    <div className="flex flex-wrap items-center gap-3">
                      <p>
                        Sold by{" "}
                        <strong>{order.merchant.businessInfo?.businessName ?? order.merchant.name}</strong>
                      </p>
                      <StatusBadge status={order.status} />
                      <span className="ml-auto font-bold tabular-nums">{formatMoney(order.total)}</span>
                    </div>
                    <OrderItems order={order} />
                    <div className="flex flex-wrap gap-3">
                      <ButtonLink to="/orders/$id" params={{ id: order._id }} variant="secondary" size="sm">
                        View details
                      </ButtonLink>
                      <CancelOrder order={order} />
                    </div>
                  </li>
                ))}
              </ul>
            </Card>
          </li>
        ))}
    </ul>
  );
}
