import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";

/** The home page's popular products: featured ones, most seen first. */
export const popularQuery = queryOptions({
  queryKey: ["products", "popular"],
  queryFn: ({ signal }) =>
    call(
      api.GET("/products", {
        params: { query: { sort: "-views,-rating.average,-createdAt", limit: 8, featured: true } },
        signal,
      }),
    ),
});

/** Merchants near the shopper's place, without products. */
export const nearbyMerchantsQuery = queryOptions({
  queryKey: ["products", "nearby-merchants"],
  queryFn: ({ signal }) => call(api.GET("/products", { params: { query: { limit: 0 } }, signal })),
});

export const homeQueries = [popularQuery, nearbyMerchantsQuery] as const;
