import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { SalesReport } from "@/api/types";

export interface SalesQuery {
  by: SalesReport["by"];
  /** Days in the merchant's time zone, both inclusive. */
  from: string;
  to: string;
}

/** The merchant's sales in a period by day, product or customer. */
export const salesQuery = (query: SalesQuery) =>
  queryOptions({
    queryKey: keys.reports.sales(query),
    // The same call returns a file for another format.
    queryFn: async ({ signal }) =>
      (await call(api.GET("/reports/sales", { params: { query }, signal }))) as SalesReport,
  });
