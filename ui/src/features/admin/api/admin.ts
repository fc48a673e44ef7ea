import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

export const adminStatsQuery = queryOptions({
  queryKey: keys.admin.stats,
  queryFn: ({ signal }) => call(api.GET("/admin/stats", { signal })),
});

export const adminPendingQuery = queryOptions({
  queryKey: keys.admin.pending,
  queryFn: ({ signal }) => call(api.GET("/admin/pending", { signal })),
});

/** Approved, or rejected for a reason. */
export type Verdict = { approved: true } | { approved: false; reason: string };

export const judgeMerchant = (id: string, verdict: Verdict) =>
  call(api.PUT("/admin/users/{id}/approve", { params: { path: { id } }, body: verdict }));

export const judgeProduct = (id: string, verdict: Verdict) =>
  call(api.PUT("/admin/products/{id}/approve", { params: { path: { id } }, body: verdict }));
