// Browser storage may be blocked, full or hold something else. A value that cannot be stored is kept in memory until
// the page is left.

/** The storage areas by name: where storage is blocked, even reading `window.localStorage` throws. */
export const STORAGE_AREAS = ["localStorage", "sessionStorage"] as const;
type Area = (typeof STORAGE_AREAS)[number];

/** Values that could not be stored. */
const unstored = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

if (typeof window !== "undefined") {
  // Another tab's write is newer. Listeners that then read the value are registered after this one.
  window.addEventListener("storage", ({ key }) => {
    if (key === null) unstored.localStorage.clear();
    else unstored.localStorage.delete(key);
  });
}

export function readText(key: string, area: Area = "localStorage"): string | null {
  const value = unstored[area].get(key);
  if (value !== undefined) return value;
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value is stored, and so outlives the page. */
export function storeText(key: string, value: string | null, area: Area = "localStorage"): boolean {
  unstored[area].delete(key);
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    if (value !== null) unstored[area].set(key, value);
    return false;
  }
}

export function writeText(key: string, value: string | null, area?: Area): void {
  storeText(key, value, area);
}

/** The stored JSON, or null if there is none or it is invalid. The caller checks its shape. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The keys with this prefix. */
export function storedKeys(prefix: string, area: Area = "localStorage"): string[] {
  const keys = new Set(unstored[area].keys());
  try {
    for (const key of Object.keys(window[area])) keys.add(key);
  } catch {
    // Only those in memory.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}
