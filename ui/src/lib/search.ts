// Search parameters stay the strings that they are in the URL (the router's own reading would turn a ZIP into a number).
// Pages read them with the functions below; what cannot be read is as if it were not there.

type Raw = Record<string, unknown>;

/** The router's `parseSearch`: "?a=1&b=x" → {a: "1", b: "x"}. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

/** The router's `stringifySearch`; what is undefined or empty is left out. */
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

/** One of a list. */
export function oneOf<T extends string>(raw: Raw, key: string, allowed: readonly T[]): T | undefined {
  const value = text(raw, key);
  return allowed.find((candidate) => candidate === value);
}

/** A whole number from `min` up. */
export function wholeNumber(raw: Raw, key: string, min = 1): number | undefined {
  const value = text(raw, key);
  if (value === undefined || !/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && Number.isSafeInteger(number) ? number : undefined;
}

/** A price: zero or more dollars; what is not a number or is negative is dropped. */
export function price(raw: Raw, key: string): number | undefined {
  const value = text(raw, key);
  if (value === undefined || !/^\d*\.?\d+$|^\d+\.$/.test(value)) return undefined;
  return Math.round(Number(value) * 100) / 100;
}

/** Leaves out what is not set, so that it does not stand in the URL. */
export function compact<T extends object>(search: T): T {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  ) as T;
}
