// Product data shared by several features: its query, its seller's name, and its copy in the cart.
import { queryOptions } from "@tanstack/react-query";
import type { CartProduct } from "@/lib/cart";
import { api, call } from "./client";
import { keys } from "./keys";
import type { OwnProductQuery, Product } from "./types";

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: keys.products.one(id),
    queryFn: ({ signal }) => call(api.GET("/products/{id}", { params: { path: { id } }, signal })),
  });

/** A page of the signed-in merchant's products, with the figures of all and the number in each state. */
export const ownProductsQuery = (query: OwnProductQuery) =>
  queryOptions({
    queryKey: keys.products.own(query),
    queryFn: ({ signal }) => call(api.GET("/products/my-products/search", { params: { query }, signal })),
  });

/** The business name, else the merchant's own. */
export const merchantName = (product: Product): string | undefined =>
  product.merchant?.businessInfo?.businessName ?? product.merchant?.name;

/** The part of a product that the cart stores. */
export function toCartProduct(product: Product): CartProduct {
  const { merchant } = product;
  return {
    _id: product._id,
    name: product.name,
    price: product.price,
    description: product.description,
    unit: product.inventory.unit,
    images: product.images.slice(0, 1).map(({ url, alt }) => ({ url, alt })),
    merchantName: merchantName(product),
    merchant: merchant && {
      _id: merchant._id,
      name: merchant.name,
      businessInfo: { businessName: merchant.businessInfo?.businessName },
    },
  };
}
