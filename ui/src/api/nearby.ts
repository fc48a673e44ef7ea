import { queryOptions } from "@tanstack/react-query";
import { placeParams, type Place } from "@/lib/place";
import { api, call } from "./client";
import { keys } from "./keys";

/** The merchants around a place, and the counts of their products; no products. */
export const nearbyQuery = (place: Place | null) => {
  const query = { ...placeParams(place), limit: 0 };
  return queryOptions({
    queryKey: keys.products.nearbyMerchants(query),
    queryFn: ({ signal }) => call(api.GET("/products", { params: { query }, signal })),
  });
};
