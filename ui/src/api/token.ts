import { readText, writeText } from "@/lib/storage";

const KEY = "token";

/** The bearer token of the session, if there is one. */
export const currentToken = (): string | null => readText(KEY);

export const storeToken = (token: string): void => writeText(KEY, token);

export const dropToken = (): void => writeText(KEY, null);
