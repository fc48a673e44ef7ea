// Search parameters stay strings, as in the URL (the router's own parser would turn a ZIP into a number). Pages read
// them with the functions below, which treat an invalid parameter as missing.

type Raw = Record<string, unknown>;

/** The router's `parseSearch`: "?a=1&b=x" → {a: "1", b: "x"}. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

/** The router's `stringifySearch`; omits undefined and empty values. */
export function stringifySearch(search: Raw): string {
  const pairs = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return query ? `?${query}` : "";
}

/** A trimmed, non-empty text. */
export function text(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  // Links inside the app may carry numbers and booleans.
  const trimmed = ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : "";
  return trimmed === "" ? undefined : trimmed;
}

/** A parameter with one of the allowed values. */
export function oneOf<T extends string>(raw: Raw, key: string, allowed: readonly T[]): T | undefined {
  const value = text(raw, key);
  return allowed.find((candidate) => candidate === value);
}

/** A whole number of at least `min`. */
export function wholeNumber(raw: Raw, key: string, min = 1): number | undefined {
  const value = text(raw, key);
  if (value === undefined || !/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && Number.isSafeInteger(number) ? number : undefined;
}

/** A price of zero or more dollars; anything else is dropped. */
export function price(raw: Raw, key: string): number | undefined {
  const value = text(raw, key);
  if (value === undefined || !/^\d*\.?\d+$|^\d+\.$/.test(value)) return undefined;
  return Math.round(Number(value) * 100) / 100;
}

/** Removes unset parameters, so that the URL omits them. */
export function compact<T extends object>(search: T): T {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  ) as T;
}
