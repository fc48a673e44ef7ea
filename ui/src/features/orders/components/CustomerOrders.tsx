import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { customerOrdersQuery } from "@/api/orders";
import type { Order } from "@/api/types";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../texts";
import { NoOrders } from "./NoOrders";

/** The loading, error and empty states of the customer's orders; `children` draws the orders. */
export function CustomerOrders({ children }: { children: (orders: Order[]) => ReactNode }) {
  return (
    <QueryView
      query={useQuery(customerOrdersQuery)}
      pending={
        <div className="grid gap-5">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      }
      failed={{ title: texts.failedList, hint: texts.tryAgain, level: 3 }}
      empty={<NoOrders />}
    >
      {children}
    </QueryView>
  );
}
