import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "./keys";

/** Operators watch the page, so data is refreshed this often while it is visible. */
const REFRESH_MS = 2_000;

export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: ({ signal }) => call(api.GET("/admin/operations", { signal })),
  refetchInterval: REFRESH_MS,
});

export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: ({ signal }) => call(api.GET("/admin/views", { signal })),
  refetchInterval: REFRESH_MS,
});

export const parkedQuery = queryOptions({
  queryKey: keys.parked,
  queryFn: ({ signal }) => call(api.GET("/admin/parked", { signal })),
  refetchInterval: REFRESH_MS,
});

export const managersQuery = queryOptions({
  queryKey: keys.managers,
  queryFn: ({ signal }) => call(api.GET("/admin/managers", { signal })),
  refetchInterval: REFRESH_MS,
});

/** The differences between a view's build and its serving generation. They stay the same while the build waits. */
export const reviewQuery = (name: string, reviewedAt: string) =>
  queryOptions({
    queryKey: keys.review(name, reviewedAt),
    queryFn: ({ signal }) =>
      call(api.GET("/admin/views/{name}/review", { params: { path: { name } }, signal })),
  });

export type ViewAct = "review" | "swap" | "pause" | "resume" | "rollback" | "cancel";
export type ParkedAct = "retry" | "skip";
export type StepAct = "runNow" | "skipStep";

/** Runs an action on a view. The audit records the reason. */
export function actOnView(act: ViewAct, name: string, reason: string) {
  const request = { params: { path: { name } }, body: { reason } };
  const calls = {
    review: () => call(api.POST("/admin/views/{name}/review", request)),
    swap: () => call(api.POST("/admin/views/{name}/swap", request)),
    pause: () => call(api.POST("/admin/views/{name}/pause", request)),
    resume: () => call(api.POST("/admin/views/{name}/resume", request)),
    rollback: () => call(api.POST("/admin/views/{name}/rollback", request)),
    cancel: () => call(api.POST("/admin/views/{name}/cancel", request)),
  };
  return calls[act]();
}

/** Runs an action on a parked stream of a view or a process manager. */
export function actOnParked(act: ParkedAct, owner: string, stream: string, reason: string) {
  const request = { body: { owner, stream, reason } };
  return act === "retry"
    ? call(api.POST("/admin/parked/retry", request))
    : call(api.POST("/admin/parked/skip", request));
}

/** A dry run of a retry; changes nothing. */
export const tryParked = (owner: string, stream: string) =>
  call(api.GET("/admin/parked/dry-run", { params: { query: { owner, stream } } }));

/** Runs an action on a step of a process manager. `settled`: the money at stake was settled in another way. */
export function actOnStep(act: StepAct, name: string, step: string, reason: string, settled: boolean) {
  const path = { params: { path: { name } } };
  return act === "runNow"
    ? call(api.POST("/admin/managers/{name}/run-now", { ...path, body: { step, reason } }))
    : call(api.POST("/admin/managers/{name}/skip", { ...path, body: { step, reason, settled } }));
}
