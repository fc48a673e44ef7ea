import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { Product, ProductQuery } from "@/api/types";
import { placeParams, type Place } from "@/lib/place";

/** One row of a grid, and one extra for the excluded product. */
const RAIL_SIZE = 5;

async function withoutProduct(id: string, query: ProductQuery, signal: AbortSignal): Promise<Product[]> {
  const answer = await call(api.GET("/products", { params: { query }, signal }));
  return answer.products.filter((product) => product._id !== id).slice(0, RAIL_SIZE - 1);
}

/** Other products of the same merchant in stock. */
export const moreFromMerchantQuery = (product: Product) => {
  const query = { merchant: product.merchant._id, inStock: true, limit: RAIL_SIZE };
  return queryOptions({
    queryKey: keys.products.ofMerchant(product.merchant._id, { ...query, without: product._id }),
    queryFn: ({ signal }) => withoutProduct(product._id, query, signal),
  });
};

/** Products of the same category in stock, nearest first if the place is known. */
export const similarQuery = (product: Product, place: Place | null) => {
  const sort = place ? "distance" : "-rating.average";
  const query = { ...placeParams(place), category: product.category, inStock: true, sort, limit: 20 };
  return queryOptions({
    queryKey: keys.products.similar(product._id, query),
    queryFn: async ({ signal }) => {
      const answer = await call(api.GET("/products", { params: { query }, signal }));
      return answer.products
        .filter(({ merchant }) => merchant._id !== product.merchant._id)
        .slice(0, RAIL_SIZE - 1);
    },
  });
};

/** Counts a view of a product, once per visitor and hour. The answer is ignored. */
export function countView(id: string): void {
  api.POST("/products/{id}/views", { params: { path: { id } } }).catch(() => {});
}
