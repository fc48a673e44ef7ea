import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { ProductRequest } from "@/api/types";

/** The signed-in merchant's products in every state, with their figures. */
export const myProductsQuery = queryOptions({
  queryKey: keys.products.mine,
  queryFn: ({ signal }) => call(api.GET("/products/my-products", { signal })),
});

/** Offers a product; an admin reviews it before customers see it. */
export const listProduct = (body: ProductRequest) => call(api.POST("/products", { body }));
