import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import { placeParams, type Place } from "@/lib/place";

const POPULAR_PARAMS = { sort: "-views,-rating.average,-createdAt", limit: 8 } as const;

/**
 * The home page's popular products: featured ones, most viewed first. Without featured ones around a place, the most
 * viewed.
 */
export const popularQuery = (place: Place | null) => {
  const query = { ...POPULAR_PARAMS, ...placeParams(place) };
  return queryOptions({
    queryKey: keys.products.popular(query),
    queryFn: async ({ signal }) => {
      const get = (change: object) =>
        call(api.GET("/products", { params: { query: { ...query, ...change } }, signal }));
      const featured = await get({ featured: true });
      // Fallback results are the nearest stalls outside the shopper's area.
      if (featured.locationInfo.fallbackResults) return [];
      if (featured.products.length > 0 || !place) return featured.products;
      return (await get({})).products;
    },
  });
};
