// Recent searches of this browser, the last first.
import { readJson, writeText } from "@/lib/storage";

const KEY = "recentSearches";
const MOST_KEPT = 6;

export function recentSearches(): string[] {
  const stored = readJson(KEY);
  return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, MOST_KEPT) : [];
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  writeText(KEY, JSON.stringify([text, ...others].slice(0, MOST_KEPT)));
}

export const forgetSearches = (): void => writeText(KEY, null);
