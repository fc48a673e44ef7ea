import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { MerchantSearch } from "../model/merchantSearch";

export const merchantQuery = (id: string) =>
  queryOptions({
    queryKey: keys.merchants.one(id),
    queryFn: ({ signal }) => call(api.GET("/users/{id}", { params: { path: { id } }, signal })),
  });

const PAGE_SIZE = 24;

/** A page of a merchant's products; the previous page stays while it loads. */
export const merchantProductsQuery = (merchant: string, { show, page = 1 }: MerchantSearch) => {
  const query = {
    merchant,
    page,
    limit: PAGE_SIZE,
    ...(show === "in-stock" && { inStock: true }),
    ...(show === "featured" && { featured: true }),
  };
  return queryOptions({
    queryKey: keys.products.ofMerchant(merchant, query),
    queryFn: ({ signal }) => call(api.GET("/products", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};
