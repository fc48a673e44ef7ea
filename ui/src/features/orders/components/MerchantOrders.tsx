import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { merchantOrdersQuery } from "../api/orders";
import { texts } from "../texts";
import { MerchantOrderCard } from "./MerchantOrderCard";

/** The merchant's orders with what can be done about each. */
export function MerchantOrders() {
  return (
    <QueryView
      query={useQuery(merchantOrdersQuery)}
      pending={
        <div className="grid gap-5">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      }
      failed={{ title: texts.failedList, hint: texts.tryAgain }}
      empty={
        <EmptyState
          title={texts.none}
          hint={texts.noneForMerchant}
          icon={<Inbox aria-hidden className="size-10" />}
        />
      }
    >
      {(orders) => (
        <ul aria-label={texts.orders} className="grid gap-5">
          {orders.map((order) => (
            <li key={order._id}>
              <MerchantOrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
