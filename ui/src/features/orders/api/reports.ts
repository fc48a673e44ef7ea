import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { PackingListEntry, PickListEntry } from "@/api/types";

/** The products of the merchant's open orders, with quantities. */
export const pickListQuery = queryOptions({
  queryKey: keys.reports.pickList(),
  queryFn: async ({ signal }) =>
    // The same call returns a file for another format.
    ((await call(api.GET("/reports/pick-list", { signal }))) as { pickList: PickListEntry[] }).pickList,
});

/** The merchant's open orders by customer. */
export const packingListQuery = queryOptions({
  queryKey: keys.reports.packingList(),
  queryFn: async ({ signal }) =>
    ((await call(api.GET("/reports/packing-list", { signal }))) as { packingList: PackingListEntry[] })
      .packingList,
});
