// What the shop is set up with: payments and fees. It changes only when the operator restarts it.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";

export const configQuery = queryOptions({
  queryKey: ["config"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call(api.GET("/config", { signal })),
});
