import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { ProductList, ProductQuery } from "@/api/types";
import type { Place } from "@/lib/place";
import { toQuery, toSummaryQuery, type ProductSearch } from "../model/productSearch";

/** A page of the list, in the page's terms. */
export type ListPage = Pick<ProductList, "products" | "locationInfo" | "correctedSearch"> & {
  total: number;
  page: number;
  totalPages: number;
};

/** A page of the product list, in the order of the server's answer; the previous page stays while it loads. */
export const productListQuery = (search: ProductSearch, place: Place | null) => {
  const query = toQuery(search, place);
  return queryOptions({
    queryKey: keys.products.list(query),
    queryFn: ({ signal }) => listPage(query, signal),
    placeholderData: keepPreviousData,
  });
};

/** The number of products of a search, with counts for every further filter. */
export const summaryQuery = (search: ProductSearch, place: Place | null) => {
  const query = toSummaryQuery(search, place);
  return queryOptions({
    queryKey: keys.products.count(query),
    queryFn: ({ signal }) => call(api.GET("/products", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

async function listPage(query: ProductQuery, signal: AbortSignal): Promise<ListPage> {
  const answer = await call(api.GET("/products", { params: { query }, signal }));
  const { products, locationInfo, correctedSearch, pagination } = answer;
  return {
    products,
    locationInfo,
    correctedSearch,
    total: pagination.totalProducts,
    page: Number(query.page ?? 1),
    totalPages: pagination.totalPages,
  };
}
