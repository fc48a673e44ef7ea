// The number of new items, in front of the page's title: "(3) Cart · Greenstall".
import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

export function setTitleCount(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useTitleCount = (): number => useSyncExternalStore(subscribe, () => count);

/** The title without the count. */
export const withoutCount = (title: string): string => title.replace(/^\(\d+\+?\) /, "");
