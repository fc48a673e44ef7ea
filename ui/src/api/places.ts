import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";

/** City, state and coordinates of a five-digit ZIP; an unknown one is a 404. */
export const zipQuery = (zip: string) =>
  queryOptions({
    queryKey: ["places", "zip", zip],
    queryFn: ({ signal }) => call(api.GET("/locations/zip/{zip}", { params: { path: { zip } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
