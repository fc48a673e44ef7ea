// Recent searches of this browser, the latest first.
import { readJson, writeText } from "@/lib/storage";

const STORAGE_KEY = "recentSearches";
const MAX_SEARCHES = 6;

export function recentSearches(): string[] {
  const stored = readJson(STORAGE_KEY);
  return Array.isArray(stored)
    ? stored.filter((text) => typeof text === "string").slice(0, MAX_SEARCHES)
    : [];
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  writeText(STORAGE_KEY, JSON.stringify([text, ...others].slice(0, MAX_SEARCHES)));
}

export const forgetSearches = (): void => writeText(STORAGE_KEY, null);
