import { useQueries } from "@tanstack/react-query";
import { productQuery } from "@/api/products";
import type { Product } from "@/api/types";
import type { CartItem } from "@/lib/cart";

/** The present data of the cart's products, without those that are gone or still loading. */
export function useCartProducts(items: readonly CartItem[]): { products: Product[]; loading: boolean } {
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  return {
    products: answers.flatMap((answer) => (answer.data ? [answer.data] : [])),
    loading: answers.some((answer) => answer.isPending),
  };
}
