import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { purchasesQuery } from "@/api/orders";
import type { FoundPurchases, PurchaseQuery } from "@/api/types";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../texts";
import { NoOrders } from "./NoOrders";

interface Props {
  query: PurchaseQuery;
  children: (found: FoundPurchases) => ReactNode;
}

/** The loading, error and empty states of the customer's orders; `children` draws the orders. */
export function CustomerOrders({ query, children }: Props) {
  return (
    <QueryView
      query={useQuery({ ...purchasesQuery(query), placeholderData: keepPreviousData })}
      pending={
        <div className="grid gap-5">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      }
      failed={{ title: texts.none, hint: texts.failedList, level: 3 }}
      isEmpty={({ counts }) => counts.all === 0 && !query.search}
      empty={<NoOrders />}
    >
      {children}
    </QueryView>
  );
}
