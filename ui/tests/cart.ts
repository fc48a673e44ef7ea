import { cartItems, removeFromCart } from "@/lib/cart";

/** Empties the cart that the module holds in memory. */
export function emptyCart(): void {
  for (const { product } of cartItems()) removeFromCart(product._id);
}
