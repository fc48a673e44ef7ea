type Listener = () => void;
const listeners = new Set<Listener>();

/** Opens the search without its button, for example from a phone's menu. */
export function openFinder(): void {
  for (const listener of listeners) listener();
}

/** Registers the search itself as listener; returns a function that removes it. */
export function onOpenFinder(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
