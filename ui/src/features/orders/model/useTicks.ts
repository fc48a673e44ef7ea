// The merchant's ticks of today, kept in the browser over a reload: one list per day and merchant.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { readText, storedKeys, writeText } from "@/lib/storage";

/** Ticked units by line. */
export type Ticks = Record<string, number>;

const PREFIX = "greenstall-today:";
const keyOf = (merchant: string, day: string) => `${PREFIX}${merchant}:${day}`;

function parse(text: string | null): Ticks {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  } catch {
    return {};
  }
}

/** Removes the ticks of other days. */
function forgetOtherDays(merchant: string, key: string): void {
  for (const other of storedKeys(`${PREFIX}${merchant}:`)) {
    if (other !== key) writeText(other, null);
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has ticked.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function store(key: string, ticks: Ticks): void {
  writeText(key, JSON.stringify(ticks));
  for (const listener of listeners) listener();
}

export function useTicks(merchant: string, day: string) {
  const key = keyOf(merchant, day);
  useEffect(() => forgetOtherDays(merchant, key), [merchant, key]);
  const stored = useSyncExternalStore(subscribe, () => readText(key));
  return {
    ticks: useMemo(() => parse(stored), [stored]),
    /** Ticks lines with their quantities; 0 unticks one. What another tab has ticked a moment ago stays. */
    tick: (changes: Ticks) => store(key, { ...parse(readText(key)), ...changes }),
    clear: () => store(key, {}),
  };
}
