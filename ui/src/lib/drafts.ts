// What was typed into forms that are not sent yet. It outlives a reload and another page, but not the browser tab.
import { readText, writeText } from "./storage";

const PREFIX = "form:";

type Values = Record<string, unknown>;
const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The stored value where it has the default's shape, else the default. */
function shaped(standard: unknown, stored: unknown): unknown {
  if (isValues(standard)) {
    if (!isValues(stored)) return standard;
    return Object.fromEntries(
      Object.entries(standard).map(([key, value]) => [key, shaped(value, stored[key])]),
    );
  }
  // An optional part: absent by default.
  if (standard === null || standard === undefined) return stored ?? standard;
  return typeof stored === typeof standard && Array.isArray(stored) === Array.isArray(standard)
    ? stored
    : standard;
}

/** The defaults with what the draft has of them; null when there is no draft. */
export function readDraft<T extends object>(key: string, defaults: T): T | null {
  try {
    const stored: unknown = JSON.parse(readText(PREFIX + key, "sessionStorage") ?? "null");
    return isValues(stored) ? (shaped(defaults, stored) as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or drops it when there are no values. */
export function writeDraft(key: string, values: object | null): void {
  writeText(PREFIX + key, values && JSON.stringify(values), "sessionStorage");
}
