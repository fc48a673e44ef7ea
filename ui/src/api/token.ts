import { forgetTyped } from "@/lib/personalState";
import { readText, writeText } from "@/lib/storage";

const KEY = "token";

/**
 * Visible ASCII, like every token of the shop. Browsers may refuse other characters in a header before the call is
 * made.
 */
const USABLE = /^[!-~]+$/;

/** The session's bearer token, if any. An unusable one ends the session, as a refused one does. */
export function currentToken(): string | null {
  const token = readText(KEY);
  if (token === null || USABLE.test(token)) return token;
  dropToken();
  forgetTyped();
  return null;
}

export const storeToken = (token: string): void => writeText(KEY, token);

export const dropToken = (): void => writeText(KEY, null);

/** Calls the listener when another tab stores or removes a token; returns a function that unsubscribes. */
export function watchToken(listener: (token: string | null) => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === KEY && oldValue !== newValue) listener(newValue);
    // The whole storage was cleared.
    if (key === null) listener(currentToken());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
