import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** Operators watch it: what they see is at most so old while the page is in front. */
const REFRESH_MS = 2_000;

export const overviewQuery = queryOptions({
  queryKey: keys.operations.overview,
  queryFn: ({ signal }) => call(api.GET("/admin/operations", { signal })),
  refetchInterval: REFRESH_MS,
});

export const viewsQuery = queryOptions({
  queryKey: keys.operations.views,
  queryFn: ({ signal }) => call(api.GET("/admin/views", { signal })),
  refetchInterval: REFRESH_MS,
});

export const parkedQuery = queryOptions({
  queryKey: keys.operations.parked,
  queryFn: ({ signal }) => call(api.GET("/admin/parked", { signal })),
  refetchInterval: REFRESH_MS,
});

export const managersQuery = queryOptions({
  queryKey: keys.operations.managers,
  queryFn: ({ signal }) => call(api.GET("/admin/managers", { signal })),
  refetchInterval: REFRESH_MS,
});

export type ViewAct = "rebuild" | "pause" | "resume" | "rollback" | "cancel";
export type ParkedAct = "retry" | "skip";

/** What an operator wants of a view. The reason stands in the audit. */
export function actOnView(act: ViewAct, name: string, reason: string) {
  const request = { params: { path: { name } }, body: { reason } };
  const calls = {
    rebuild: () => call(api.POST("/admin/views/{name}/rebuild", request)),
    pause: () => call(api.POST("/admin/views/{name}/pause", request)),
    resume: () => call(api.POST("/admin/views/{name}/resume", request)),
    rollback: () => call(api.POST("/admin/views/{name}/rollback", request)),
    cancel: () => call(api.POST("/admin/views/{name}/cancel", request)),
  };
  return calls[act]();
}

/** What becomes of a stream that a view or a process manager has parked. */
export function actOnParked(act: ParkedAct, owner: string, stream: string, reason: string) {
  const request = { body: { owner, stream, reason } };
  return act === "retry"
    ? call(api.POST("/admin/parked/retry", request))
    : call(api.POST("/admin/parked/skip", request));
}
