import { beforeEach, expect, it } from "vitest";
import { emptyCart } from "../../tests/cart";
import {
  addToCart,
  cartItems,
  cartSubtotal,
  mergeItems,
  removeFromCart,
  setCartOwner,
  setQuantity,
  takeFromCart,
  type CartProduct,
} from "./cart";

const product = (id: string, price = 2): CartProduct => ({ _id: id, name: `Product ${id}`, price });
const quantities = () => cartItems().map((item) => [item.product._id, item.quantity]);

beforeEach(() => {
  setCartOwner("somebody-else");
  setCartOwner(null);
  emptyCart();
});

it("merges the same product into one line", () => {
  addToCart(product("a"), 2);
  addToCart(product("b"));
  addToCart(product("a"));
  expect(quantities()).toEqual([
    ["a", 3],
    ["b", 1],
  ]);
});

it("removes a line whose quantity reaches zero", () => {
  addToCart(product("a"));
  setQuantity("a", 0);
  expect(quantities()).toEqual([]);
});

it("takes what was bought out of its owner's cart, and nothing else", () => {
  setCartOwner("buyer");
  for (const id of ["a", "b", "c"]) addToCart(product(id), 3);
  setCartOwner(null);
  const bought = [
    { productId: "a", quantity: 2 },
    { productId: "b", quantity: 1 },
    { productId: "b", quantity: 5 },
    { productId: "d", quantity: 1 },
  ];
  takeFromCart("buyer", bought);
  setCartOwner("buyer");
  expect(quantities()).toEqual([
    ["a", 1],
    ["c", 3],
  ]);
  takeFromCart("buyer", [{ productId: "c", quantity: 1 }]);
  expect(quantities()).toEqual([
    ["a", 1],
    ["c", 2],
  ]);
});

it("restores a removed line at its place", () => {
  for (const id of ["a", "b", "c"]) addToCart(product(id));
  const undo = removeFromCart("b");
  expect(quantities()).toEqual([
    ["a", 1],
    ["c", 1],
  ]);
  undo();
  expect(quantities().map(([id]) => id)).toEqual(["a", "b", "c"]);
});

it("merges a visitor's cart into the account's at sign-in, once", () => {
  setCartOwner("u1");
  addToCart(product("a"), 1);
  setCartOwner(null);
  addToCart(product("a"), 2);
  addToCart(product("b"), 1);
  setCartOwner("u1");
  expect(quantities()).toEqual([
    ["a", 3],
    ["b", 1],
  ]);
  setCartOwner(null);
  expect(quantities()).toEqual([]);
  setCartOwner("u1");
  expect(quantities()[0]).toEqual(["a", 3]);
});

it("keeps the carts of accounts apart", () => {
  setCartOwner("u1");
  addToCart(product("a"));
  setCartOwner("u2");
  expect(quantities()).toEqual([]);
  setCartOwner("u1");
  expect(quantities()).toEqual([["a", 1]]);
});

it("starts empty when the storage holds something else", () => {
  localStorage.setItem("cart:u3", JSON.stringify([{ product: { _id: "a" }, quantity: 1 }, "nonsense", null]));
  localStorage.setItem("cart:u4", "{");
  setCartOwner("u3");
  expect(quantities()).toEqual([]);
  setCartOwner("u4");
  expect(quantities()).toEqual([]);
});

it("sums in cents", () => {
  expect(cartSubtotal(mergeItems([], [{ product: product("a", 0.1), quantity: 3 }]))).toBe(0.3);
});

it("follows another tab's change before any component shows the cart", () => {
  setCartOwner("buyer");
  addToCart(product("a"));
  localStorage.removeItem("cart:buyer");
  window.dispatchEvent(new StorageEvent("storage", { key: "cart:buyer" }));
  expect(quantities()).toEqual([]);
});

it("keeps a line that another tab has added a moment ago", () => {
  addToCart(product("a"));
  // The other tab's event has not arrived here yet.
  const line = { product: product("b"), quantity: 2 };
  localStorage.setItem("cart", JSON.stringify([...cartItems(), line]));
  addToCart(product("c"));
  setQuantity("a", 4);
  expect(quantities()).toEqual([
    ["a", 4],
    ["b", 2],
    ["c", 1],
  ]);
});
