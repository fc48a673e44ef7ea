// Searches the admins' lists for a text.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import {
  orderResult,
  productResult,
  userResult,
  viewResult,
  type SearchResult,
} from "../model/searchResults";

/** Results per kind. */
const RESULTS_PER_KIND = 5;

/** Orders by number, people, products and views that match a text. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: keys.admin.found(text),
    queryFn: async ({ signal }): Promise<SearchResult[]> => {
      const params = { query: { search: text, limit: RESULTS_PER_KIND } };
      const [{ orders }, { users }, { products }, { views }] = await Promise.all([
        call(api.GET("/admin/orders", { params, signal })),
        call(api.GET("/admin/users", { params, signal })),
        call(api.GET("/admin/products", { params, signal })),
        call(api.GET("/admin/views", { signal })),
      ]);
      const words = text.toLowerCase();
      return [
        ...orders.map(orderResult),
        ...users.map(userResult),
        ...products.map(productResult),
        ...views.filter(({ name }) => name.includes(words)).map(({ name }) => viewResult(name)),
      ];
    },
  });
