import type { CartProduct } from "./cart";

/** Why a line of the cart cannot be bought as it stands: the shop has changed since, or the customer sells it. */
export type LineChange =
  | { kind: "gone" }
  | { kind: "own" }
  | { kind: "stock"; left: number }
  | { kind: "price"; was: number; now: number; product: CartProduct };
