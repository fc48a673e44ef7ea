import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { toQuery, type ProductSearch } from "../model/productSearch";

/** One page of the product list; while another loads, the one before stays. */
export const productListQuery = (search: ProductSearch) =>
  queryOptions({
    queryKey: ["products", "list", toQuery(search)],
    queryFn: ({ signal }) => call(api.GET("/products", { params: { query: toQuery(search) }, signal })),
    placeholderData: keepPreviousData,
  });
