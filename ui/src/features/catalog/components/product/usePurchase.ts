import { useState } from "react";
import type { Product } from "@/api/types";
import { useAddToCart } from "../../model/useAddToCart";

/** The quantity and the cart button's state, shared by the panel and the phone's bar. */
export function usePurchase(product: Product) {
  const [quantity, setQuantity] = useState(1);
  const cart = useAddToCart(product);
  const available = product.inventory.quantity - cart.inCart;
  return {
    ...cart,
    quantity: Math.max(1, Math.min(quantity, available)),
    setQuantity,
    left: available,
    add: () => {
      cart.add(quantity);
      setQuantity(1);
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
