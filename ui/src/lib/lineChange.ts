import type { CartProduct } from "./cart";

/** Why a cart line cannot be bought unchanged: the product has changed, or the customer sells it. */
export type LineChange =
  | { kind: "gone" }
  | { kind: "own" }
  | { kind: "stock"; left: number }
  | { kind: "price"; was: number; now: number; product: CartProduct };
