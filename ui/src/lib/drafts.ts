// Drafts of unsent forms. A draft survives a reload and other pages, but not the browser tab.
import { readText, writeText } from "./storage";

const PREFIX = "form:";

type Values = Record<string, unknown>;
const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The stored value if it has the shape of the default, else the default. */
function shaped(standard: unknown, stored: unknown): unknown {
  if (isValues(standard)) {
    if (!isValues(stored)) return standard;
    return Object.fromEntries(
      Object.entries(standard).map(([key, value]) => [key, shaped(value, stored[key])]),
    );
  }
  // An optional part, absent by default.
  if (standard === null || standard === undefined) return stored ?? standard;
  return typeof stored === typeof standard && Array.isArray(stored) === Array.isArray(standard)
    ? stored
    : standard;
}

/** The defaults overwritten by the draft; null without a draft. */
export function readDraft<T extends object>(key: string, defaults: T): T | null {
  try {
    const stored: unknown = JSON.parse(readText(PREFIX + key, "sessionStorage") ?? "null");
    return isValues(stored) ? (shaped(defaults, stored) as T) : null;
  } catch {
    return null;
  }
}

/** Stores a draft, or removes it when `values` is null. */
export function writeDraft(key: string, values: object | null): void {
  writeText(PREFIX + key, values && JSON.stringify(values), "sessionStorage");
}
