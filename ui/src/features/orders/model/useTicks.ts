// The merchant's ticks of today, kept in the browser over a reload: one list per day and merchant.
import { useState } from "react";
import { readJson, storedKeys, writeText } from "@/lib/storage";

/** Ticked units by line. */
export type Ticks = Record<string, number>;

const PREFIX = "greenstall-today:";
const keyOf = (merchant: string, day: string) => `${PREFIX}${merchant}:${day}`;

function readTicks(key: string): Ticks {
  const stored = readJson(key);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}

/** Removes the ticks of other days. */
function forgetOtherDays(merchant: string, key: string): void {
  for (const other of storedKeys(`${PREFIX}${merchant}:`)) {
    if (other !== key) writeText(other, null);
  }
}

export function useTicks(merchant: string, day: string) {
  const key = keyOf(merchant, day);
  const [ticks, setTicks] = useState(() => {
    forgetOtherDays(merchant, key);
    return readTicks(key);
  });
  function set(next: Ticks) {
    setTicks(next);
    writeText(key, JSON.stringify(next));
  }
  return {
    ticks,
    /** Ticks lines with their quantities; 0 unticks one. */
    tick: (changes: Ticks) => set({ ...ticks, ...changes }),
    replace: set,
  };
}
