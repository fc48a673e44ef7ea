import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { merchantOrdersQuery } from "../api/orders";
import { MerchantOrderCard } from "./MerchantOrderCard";

/** The merchant's orders with what can be done about each. */
export function MerchantOrders() {
  const orders = useQuery({ ...merchantOrdersQuery, refetchInterval: 30_000 });
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
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    );
  }
  if (orders.data.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        hint="When a customer buys one of your products, the order appears here."
        icon={<Inbox aria-hidden className="size-10" />}
      />
    );
  }
  return (
    <ul aria-label="Orders" className="grid gap-5">
      {orders.data.map((order) => (
        <li key={order._id}>
          <MerchantOrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}
