type Listener = () => void;
const listeners = new Set<Listener>();

/** Opens the search from elsewhere than its button, as in a phone's menu, where the button has no room. */
export function openFinder(): void {
  for (const listener of listeners) listener();
}

/** For the search itself. Answers how to stop. */
export function onOpenFinder(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
