import { forgetPersonalState } from "@/lib/personalState";
import { readText, writeText } from "@/lib/storage";

const TOKEN_KEY = "token";

/**
 * Visible ASCII, like every token of the shop. Browsers may refuse other characters in a header before the call is
 * made.
 */
const VISIBLE_ASCII = /^[!-~]+$/;

/** The session's bearer token, if any. An unusable one ends the session, as a refused one does. */
export function currentToken(): string | null {
  const token = readText(TOKEN_KEY);
  if (token === null || VISIBLE_ASCII.test(token)) return token;
  dropToken();
  forgetPersonalState();
  return null;
}

export const storeToken = (token: string): void => writeText(TOKEN_KEY, token);

export const dropToken = (): void => writeText(TOKEN_KEY, null);

/** Calls the listener when another tab stores or removes a token; returns a function that unsubscribes. */
export function watchToken(listener: (token: string | null) => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === TOKEN_KEY && oldValue !== newValue) listener(newValue);
    // The whole storage was cleared.
    if (key === null) listener(currentToken());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
