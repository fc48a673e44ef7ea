import { useQueries } from "@tanstack/react-query";
import { productQuery } from "@/api/products";
import type { Product } from "@/api/types";
import type { CartItem } from "@/lib/cart";

/** The cart's products as the shop sells them now; what is gone or not loaded yet is not among them. */
export function useCartProducts(items: readonly CartItem[]): { products: Product[]; loading: boolean } {
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  return {
    products: answers.flatMap((answer) => (answer.data ? [answer.data] : [])),
    loading: answers.some((answer) => answer.isPending),
  };
}
