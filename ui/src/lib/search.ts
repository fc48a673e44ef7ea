// Reading search parameters: they arrive as strings, and anything unreadable is as if it were not there.

type Raw = Record<string, unknown>;

/** A trimmed, non-empty text. */
export function text(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  const trimmed = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
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
