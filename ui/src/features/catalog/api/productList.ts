import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { ProductList, ProductQuery } from "@/api/types";
import type { Place } from "@/lib/place";
import { interleave } from "../model/interleave";
import { PAGE_SIZE, toQuery, toSummaryQuery, type ProductSearch } from "../model/productSearch";

/** A page of the list, in the page's terms. */
export type ListPage = Pick<ProductList, "products" | "locationInfo" | "correctedSearch"> & {
  total: number;
  page: number;
  totalPages: number;
};

/** A page of the product list; the previous page stays while it loads. */
export const productListQuery = (search: ProductSearch, place: Place | null) => {
  const query = toQuery(search, place);
  return queryOptions({
    queryKey: keys.products.list(query),
    queryFn: ({ signal }) => listPage(query, search.sort === undefined, signal),
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

/** Sold-out products come last across all pages: first everything in stock, then the rest, each in the chosen order. */
async function listPage(query: ProductQuery, mixed: boolean, signal: AbortSignal): Promise<ListPage> {
  const get = (change: ProductQuery) =>
    call(api.GET("/products", { params: { query: { ...query, ...change } }, signal }));
  const page = Number(query.page ?? 1);
  const first = await get({ inStock: true });
  const inStock = first.facets.inStock.true;
  const soldOut = query.inStock ? 0 : first.facets.inStock.false;
  const products = [...first.products];
  const missing = PAGE_SIZE - products.length;
  // The offset of this page within the sold-out products.
  const from = Math.max(0, (page - 1) * PAGE_SIZE - inStock);
  if (missing > 0 && from < soldOut) {
    const start = Math.floor(from / PAGE_SIZE) + 1;
    const crosses = (from % PAGE_SIZE) + missing > PAGE_SIZE;
    const soldOutPages = await Promise.all(
      (crosses ? [start, start + 1] : [start]).map((number) => get({ inStock: false, page: number })),
    );
    const skipped = from % PAGE_SIZE;
    products.push(...soldOutPages.flatMap((answer) => answer.products).slice(skipped, skipped + missing));
  }
  const total = inStock + soldOut;
  const split = first.products.length;
  return {
    products: mixed
      ? [...interleave(products.slice(0, split)), ...interleave(products.slice(split))]
      : products,
    locationInfo: first.locationInfo,
    correctedSearch: first.correctedSearch,
    total,
    page,
    totalPages: Math.ceil(total / PAGE_SIZE),
  };
}
