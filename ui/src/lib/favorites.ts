// Favorites in the browser: the price and stock of each when it was saved, and those that a visitor saved while visitors
// could, which move into the account at log-in. The server keeps an account's list.
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

function write(user: string | null, saved: Saved): void {
  writeText(keyOf(user), Object.keys(saved).length > 0 ? JSON.stringify(saved) : null);
}

/** Stores a favorite's present state. */
export function saveFavorite(user: string, productId: string, state: FavoriteState): void {
  write(user, { ...read(user), [productId]: state });
}

export function removeFavorite(user: string | null, productId: string): void {
  const { [productId]: _, ...rest } = read(user);
  write(user, rest);
}

/** The states of an account's favorites when they were saved in this browser, by product. */
export const favoriteStates = (user: string): Saved => read(user);

export const visitorFavorites = (): Saved => read(null);

/** Moves a visitor's favorite to the account. */
export function moveFavoriteToAccount(user: string, productId: string): void {
  const state = visitorFavorites()[productId];
  if (state) saveFavorite(user, productId, state);
  removeFavorite(null, productId);
}
