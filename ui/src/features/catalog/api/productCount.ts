import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { toQuery, type ProductSearch } from "../model/productSearch";

/** How many products a choice of filters would show. */
export const productCountQuery = (search: ProductSearch) => {
  const query = { ...toQuery(search), page: 1, limit: 0, sort: undefined };
  return queryOptions({
    queryKey: ["products", "count", query],
    queryFn: async ({ signal }) => {
      const answer = await call(api.GET("/products", { params: { query }, signal }));
      return answer.pagination.totalProducts;
    },
    placeholderData: keepPreviousData,
  });
};
