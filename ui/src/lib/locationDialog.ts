// Whether the location dialog is open, and its first step. Any page can open it; the shell shows it.
import { useSyncExternalStore } from "react";

/** "choose": device or ZIP; "zip": the ZIP field; "device": asks the browser at once. */
export type LocationStep = "choose" | "zip" | "device";

const listeners = new Set<() => void>();
let step: LocationStep | null = null;

function set(next: LocationStep | null): void {
  step = next;
  for (const listener of listeners) listener();
}

export const openLocationDialog = (from: LocationStep = "choose"): void => set(from);
export const closeLocationDialog = (): void => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The first step of the open dialog; null while it is closed. */
export const useLocationDialog = (): LocationStep | null => useSyncExternalStore(subscribe, () => step);
