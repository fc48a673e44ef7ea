import { STORAGE_AREAS, storedKeys, writeText } from "./storage";

/** Removes an account's data from the browser, such as its cart, after the account was deleted. */
export function forgetAccount(id: string): void {
  for (const area of STORAGE_AREAS) {
    for (const key of storedKeys("", area)) if (key.endsWith(`:${id}`)) writeText(key, null, area);
  }
}
