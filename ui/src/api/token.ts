import { forgetTyped } from "@/lib/personalState";
import { readText, writeText } from "@/lib/storage";

const KEY = "token";

/** Visible ASCII: a token of ours is, and anything else may be refused as the value of a header before a call is made. */
const USABLE = /^[!-~]+$/;

/** The bearer token of the session, if there is one. An unusable one ends the session, as one does that the server refuses. */
export function currentToken(): string | null {
  const token = readText(KEY);
  if (token === null || USABLE.test(token)) return token;
  dropToken();
  forgetTyped();
  return null;
}

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
