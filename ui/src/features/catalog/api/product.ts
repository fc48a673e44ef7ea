import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ["products", "one", id],
    queryFn: ({ signal }) => call(api.GET("/products/{id}", { params: { path: { id } }, signal })),
  });

/** Counts a look at the product; nobody waits for it and nothing depends on it. */
export function noteView(id: string): void {
  api.POST("/products/{id}/views", { params: { path: { id } } }).catch(() => {});
}
