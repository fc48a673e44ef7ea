// The cart is kept in the browser, one per person: a visitor's under "cart", an account's under "cart:<user id>". A
// visitor's cart moves into the account's at sign-in; an account's cart waits for its owner after log-out. The
// owner's id is stored as well, so that the cart appears before the session is known.
import { useSyncExternalStore } from "react";
import { fromCents, toCents } from "./money";
import { readJson, readText, writeText } from "./storage";

/** The part of a product that the cart stores, enough to show its line without a call. */
export interface CartProduct {
  _id: string;
  name: string;
  /** The price in decimal dollars when it was added. */
  price: number;
  description?: string;
  unit?: string;
  images?: { url: string; alt?: string }[];
  merchantName?: string;
  merchant?: { _id: string; name?: string; businessInfo?: { businessName?: string } };
}

export interface CartItem {
  product: CartProduct;
  quantity: number;
}

type Items = readonly CartItem[];

const listeners = new Set<() => void>();
const OWNER_KEY = "cart-owner";
let owner: string | null = readText(OWNER_KEY);
let items: Items | null = null;

const keyOf = (user: string | null) => (user ? `cart:${user}` : "cart");

function isItem(value: unknown): value is CartItem {
  const item = value as Partial<CartItem> | null;
  return (
    typeof item?.product?._id === "string" &&
    typeof item.product.name === "string" &&
    typeof item.product.price === "number" &&
    Number.isInteger(item.quantity) &&
    Number(item.quantity) > 0
  );
}

function load(user: string | null): Items {
  const stored = readJson(keyOf(user));
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

function store(user: string | null, next: Items): void {
  writeText(keyOf(user), next.length > 0 ? JSON.stringify(next) : null);
}

function save(next: Items): void {
  items = next;
  store(owner, next);
  for (const listener of listeners) listener();
}

function current(): Items {
  items ??= load(owner);
  return items;
}

/** The lines to change: another tab may have changed them a moment ago. */
function latest(): Items {
  items = load(owner);
  return items;
}

/** Merges two carts; the same product becomes one line with both quantities. */
export function mergeItems(into: Items, added: Items): Items {
  const merged = [...into];
  for (const item of added) {
    const index = merged.findIndex((line) => line.product._id === item.product._id);
    const line = merged[index];
    if (line)
      merged[index] = {
        product: { ...line.product, ...item.product },
        quantity: line.quantity + item.quantity,
      };
    else merged.push(item);
  }
  return merged;
}

/** Sets the owner of the cart. At sign-in a visitor's lines are merged into the account's. */
export function setCartOwner(user: string | null): void {
  if (user === owner && items !== null) return;
  const guest = user ? load(null) : [];
  owner = user;
  writeText(OWNER_KEY, user);
  items = load(user);
  if (guest.length > 0) {
    writeText(keyOf(null), null);
    save(mergeItems(items, guest));
  } else {
    for (const listener of listeners) listener();
  }
}

export function addToCart(product: CartProduct, quantity = 1): void {
  save(mergeItems(latest(), [{ product, quantity }]));
}

/** Sets a line's quantity; zero or less removes it. */
export function setQuantity(productId: string, quantity: number): void {
  save(
    quantity <= 0
      ? latest().filter((item) => item.product._id !== productId)
      : latest().map((item) => (item.product._id === productId ? { ...item, quantity } : item)),
  );
}

/** Removes a line and returns a function that restores it at its place. */
export function removeFromCart(productId: string): () => void {
  const index = latest().findIndex((item) => item.product._id === productId);
  const removed = latest()[index];
  setQuantity(productId, 0);
  return () => {
    if (!removed || latest().some((item) => item.product._id === productId)) return;
    save(latest().toSpliced(Math.min(index, latest().length), 0, removed));
  };
}

/** Updates a line with the product's present data, such as a changed price. */
export function refreshLine(product: CartProduct): void {
  save(latest().map((item) => (item.product._id === product._id ? { ...item, product } : item)));
}

/** A bought quantity of a product. */
export interface Purchase {
  productId: string;
  quantity: number;
}

/** Removes what an account has bought, and nothing else. */
export function takeFromCart(user: string, bought: readonly Purchase[]): void {
  // Another tab may have changed the cart a moment ago.
  const left = load(user).flatMap((item): Items => {
    const purchases = bought.filter(({ productId }) => productId === item.product._id);
    const quantity = purchases.reduce((rest, purchase) => rest - purchase.quantity, item.quantity);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  if (user === owner) save(left);
  else store(user, left);
}

export const cartItems = (): Items => current();
export const cartCount = (lines: Items): number => lines.reduce((sum, item) => sum + item.quantity, 0);
export const lineTotal = (item: CartItem): number => fromCents(toCents(item.product.price) * item.quantity);
export const cartSubtotal = (lines: Items): number =>
  fromCents(lines.reduce((sum, item) => sum + toCents(item.product.price) * item.quantity, 0));
/** The seller's name on a line. */
export const sellerName = (product: CartProduct): string | undefined =>
  product.merchant?.businessInfo?.businessName ?? product.merchantName ?? product.merchant?.name;

if (typeof window !== "undefined") {
  // Another tab has changed the cart; it may do so before a component of this one subscribes.
  window.addEventListener("storage", ({ key }) => {
    if (key !== null && key !== keyOf(owner)) return;
    items = load(owner);
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The cart's lines; updates across components and tabs. */
export const useCart = (): Items => useSyncExternalStore(subscribe, current);

/** The quantity of a product in the cart. */
export function useInCart(productId: string): number {
  return useCart().find((item) => item.product._id === productId)?.quantity ?? 0;
}
