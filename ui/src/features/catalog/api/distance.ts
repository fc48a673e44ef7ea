import { useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { Product } from "@/api/types";
import { placeParams, usePlace } from "@/lib/place";

/** Miles from the shopper's place to the product's stall; null when either is unknown. */
export function useDistance(product: Product): number | null {
  const place = usePlace();
  const merchant = product.merchant?._id;
  // The call for a single product takes no place, so list one product of the merchant.
  const query = { merchant, limit: 1, ...placeParams(place) };
  const answer = useQuery({
    queryKey: keys.products.ofMerchant(merchant ?? "", query),
    queryFn: ({ signal }) => call(api.GET("/products", { params: { query }, signal })),
    enabled: place !== null && merchant !== undefined && typeof product.distance !== "number",
  });
  return product.distance ?? answer.data?.products[0]?.distance ?? null;
}
