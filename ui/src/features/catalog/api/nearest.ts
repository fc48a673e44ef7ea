import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import { zipQuery } from "@/api/places";
import type { Product } from "@/api/types";
import { MAX_SEARCH_RADIUS, milesBetween, placeParams, type Place } from "@/lib/place";
import { toFilters, type ProductSearch } from "../model/productSearch";

/** The server returns at most this many products. */
const MAX_PRODUCTS = 100;

export interface NearestMatch {
  /** Miles to the nearest match; null when there are too many matches to tell. */
  miles: number | null;
  /** The number of matches anywhere. */
  total: number;
}

/** The nearest match of a search without results around a place; null when there is no match anywhere. */
export const nearestQuery = (search: ProductSearch, place: Place) => {
  const filters = toFilters(search);
  const far = { ...filters, ...placeParams({ ...place, radius: MAX_SEARCH_RADIUS }) };
  return queryOptions({
    queryKey: keys.products.list({ nearest: far }),
    queryFn: async ({ client, signal }): Promise<NearestMatch | null> => {
      const get = (query: object) => call(api.GET("/products", { params: { query }, signal }));
      const [near, anywhere] = await Promise.all([
        get({ ...far, sort: "distance", limit: 1 }),
        get({ ...filters, limit: MAX_PRODUCTS }),
      ]);
      const total = anywhere.pagination.totalProducts;
      if (total === 0) return null;
      const first = near.products[0]?.distance;
      if (typeof first === "number") return { miles: first, total };
      if (total > MAX_PRODUCTS) return { miles: null, total };
      return { miles: await nearestOf(client, anywhere.products, place), total };
    },
  });
};

/** The server measures up to 100 miles; beyond that, compare the stalls' ZIP codes. */
async function nearestOf(
  client: QueryClient,
  products: readonly Product[],
  place: Place,
): Promise<number | null> {
  const here =
    place.latitude !== undefined && place.longitude !== undefined
      ? { latitude: place.latitude, longitude: place.longitude }
      : await client.query(zipQuery(place.zipCode));
  const zips = new Set(products.map((product) => product.merchant?.address?.zipCode));
  const miles = await Promise.all(
    [...zips].map(async (zip) =>
      zip
        ? await client.query(zipQuery(zip)).then(
            (there) => [milesBetween(here, there)],
            () => [],
          )
        : [],
    ),
  );
  const known = miles.flat();
  return known.length > 0 ? Math.min(...known) : null;
}
