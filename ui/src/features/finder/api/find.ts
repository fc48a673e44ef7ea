// Searches the admins' lists for a text.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import { foundOrder, foundProduct, foundUser, foundView, type Found } from "../model/found";

/** Results per kind. */
const LIMIT = 5;

/** Orders by number, people, products and views that match a text. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: keys.admin.found(text),
    queryFn: async ({ signal }): Promise<Found[]> => {
      const params = { query: { search: text, limit: LIMIT } };
      const [{ orders }, { users }, { products }, { views }] = await Promise.all([
        call(api.GET("/admin/orders", { params, signal })),
        call(api.GET("/admin/users", { params, signal })),
        call(api.GET("/admin/products", { params, signal })),
        call(api.GET("/admin/views", { signal })),
      ]);
      const words = text.toLowerCase();
      return [
        ...orders.map(foundOrder),
        ...users.map(foundUser),
        ...products.map(foundProduct),
        ...views.filter(({ name }) => name.includes(words)).map(({ name }) => foundView(name)),
      ];
    },
  });
