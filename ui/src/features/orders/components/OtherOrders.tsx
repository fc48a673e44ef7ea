import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { purchaseQuery } from "@/api/orders";
import type { Order } from "@/api/types";
import { toCents } from "@/lib/money";
import { Card } from "@/ui/Card";
import { numberOf, sellerOf } from "../model/status";
import { texts } from "../texts";
import { StatusBadge } from "./StatusBadge";

/** The other merchants' orders of the same checkout. */
export function OtherOrders({ order }: { order: Order }) {
  const { parent } = order;
  const hasOthers = parent !== null && toCents(parent.total) !== toCents(order.total);
  const { data } = useQuery({ ...purchaseQuery(order.parentNumber), enabled: hasOthers });
  const others = data?.orders.filter(
    ({ _id, parentNumber }) => parentNumber === order.parentNumber && _id !== order._id,
  );
  if (!hasOthers || !others?.length) return null;
  return (
    <Card className="grid gap-3 print:hidden">
      <h2 className="text-h3">{texts.sameCheckout}</h2>
      <ul className="grid gap-2">
        {others.map((other) => (
          <li key={other._id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Link
              to="/orders/$id"
              params={{ id: other._id }}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
              aria-label={`${sellerOf(other)}, ${texts.order(numberOf(other))}`}
            >
              {sellerOf(other)}
            </Link>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
