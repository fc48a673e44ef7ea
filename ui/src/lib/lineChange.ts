import type { CartProduct } from "./cart";

/** What differs between a line of the cart and the shop as it is now. */
export type LineChange =
  | { kind: "gone" }
  | { kind: "stock"; left: number }
  | { kind: "price"; was: number; now: number; product: CartProduct };
