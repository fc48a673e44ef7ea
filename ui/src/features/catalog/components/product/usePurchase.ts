import { useState } from "react";
import type { Product } from "@/api/types";
import { useAddToCart } from "../../model/useAddToCart";

/** The quantity and the cart button's state, shared by the panel and the phone's bar. */
export function usePurchase(product: Product) {
  const [quantity, setQuantity] = useState(1);
  const cart = useAddToCart(product);
  const most = Math.max(1, product.inventory.quantity - cart.inCart);
  return {
    ...cart,
    quantity: Math.min(quantity, most),
    setQuantity,
    /** The most that can be added at once. The last unit keeps its stepper, so that nothing moves. */
    most,
    add: () => {
      cart.add(quantity);
      setQuantity(1);
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
