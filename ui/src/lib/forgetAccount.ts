import { AREAS, storedKeys, writeText } from "./storage";

/** Drops what the browser keeps under an account's id, such as its cart. For an account that is no more. */
export function forgetAccount(id: string): void {
  for (const area of AREAS) {
    for (const key of storedKeys("", area)) if (key.endsWith(`:${id}`)) writeText(key, null, area);
  }
}
