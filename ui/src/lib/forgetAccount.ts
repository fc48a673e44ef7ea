/** Drops what the browser keeps under an account's id, such as its cart. For an account that is no more. */
export function forgetAccount(id: string): void {
  for (const area of [localStorage, sessionStorage]) {
    for (const key of Object.keys(area)) if (key.endsWith(`:${id}`)) area.removeItem(key);
  }
}
