// Favorites in the browser: a visitor's, which move into the account at log-in, and the price and stock of each
// favorite when it was saved. The server keeps an account's list.
import { useSyncExternalStore } from "react";
import { readJson, writeText } from "./storage";

/** A product's state when it was saved as a favorite. */
export interface FavoriteState {
  price: number;
  available: boolean;
}
type Saved = Record<string, FavoriteState>;

const VISITOR_KEY = "favorites";
const keyOf = (user: string | null) => (user ? `${VISITOR_KEY}:${user}` : VISITOR_KEY);

function isState(value: unknown): value is FavoriteState {
  const state = value as Partial<FavoriteState> | null;
  return typeof state?.price === "number" && typeof state.available === "boolean";
}

function read(user: string | null): Saved {
  const stored = readJson(keyOf(user));
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, state]) => isState(state)));
}

const listeners = new Set<() => void>();
let visitor: Saved | null = null;

function write(user: string | null, saved: Saved): void {
  writeText(keyOf(user), Object.keys(saved).length > 0 ? JSON.stringify(saved) : null);
  if (user === null) {
    visitor = saved;
    for (const listener of listeners) listener();
  }
}

/** Stores a favorite's present state; for a visitor this is the favorite itself. */
export function saveFavorite(user: string | null, productId: string, state: FavoriteState): void {
  write(user, { ...read(user), [productId]: state });
}

export function removeFavorite(user: string | null, productId: string): void {
  const { [productId]: _, ...rest } = read(user);
  write(user, rest);
}

/** The states of an account's favorites when they were saved in this browser, by product. */
export const favoriteStates = (user: string): Saved => read(user);

export const visitorFavorites = (): Saved => (visitor ??= read(null));

/** Moves a visitor's favorite to the account. */
export function moveFavoriteToAccount(user: string, productId: string): void {
  const state = visitorFavorites()[productId];
  if (state) saveFavorite(user, productId, state);
  removeFavorite(null, productId);
}

function subscribe(listener: () => void): () => void {
  // Another tab has changed it, or the storage was cleared.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== VISITOR_KEY) return;
    visitor = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

export const useVisitorFavorites = (): Saved => useSyncExternalStore(subscribe, visitorFavorites);
