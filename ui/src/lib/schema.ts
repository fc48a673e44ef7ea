// zod without code generation at run time, which the pages' Content-Security-Policy forbids. Import `z` from here.
import * as z from "zod/mini";

z.config({ jitless: true });

/** A text that is not blank. */
export const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

/** A text of the form x@y.z. */
export const email = (message: string) =>
  z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, message));

export { z };
