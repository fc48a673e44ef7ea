import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** Items of each kind on a page of the inbox. */
export const INBOX_PAGE_SIZE = 25;

export const adminStatsQuery = queryOptions({
  queryKey: keys.admin.stats,
  queryFn: ({ signal }) => call(api.GET("/admin/stats", { signal })),
});

/** A page of everything that waits for approval. */
export const adminPendingQuery = (page = 1) =>
  queryOptions({
    queryKey: keys.admin.pending(page),
    queryFn: ({ signal }) =>
      call(api.GET("/admin/pending", { params: { query: { page, limit: INBOX_PAGE_SIZE } }, signal })),
  });
