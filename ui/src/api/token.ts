import { readText, writeText } from "@/lib/storage";

const KEY = "token";

/** The bearer token of the session, if there is one. */
export const currentToken = (): string | null => readText(KEY);

export const storeToken = (token: string): void => writeText(KEY, token);

export const dropToken = (): void => writeText(KEY, null);

/** Calls the listener when another tab stores a token or drops it; answers a function that ends this. */
export function watchToken(listener: (token: string | null) => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === KEY && oldValue !== newValue) listener(newValue);
    // The whole storage was cleared.
    if (key === null) listener(currentToken());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
