import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { SalesReport } from "@/api/types";

export interface SalesQuery {
  by: SalesReport["by"];
  /** Days at the merchant's place, both included. */
  from: string;
  to: string;
}

/** What the merchant sold in a period, by day, product or customer. */
export const salesQuery = (query: SalesQuery) =>
  queryOptions({
    queryKey: keys.reports.sales(query),
    // The same call answers a file where one is asked for.
    queryFn: async ({ signal }) =>
      (await call(api.GET("/reports/sales", { params: { query }, signal }))) as SalesReport,
  });
