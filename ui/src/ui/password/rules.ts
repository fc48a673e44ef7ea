// The rules of a new password, in the order of their checks.
import type { FormErrors } from "@/lib/form";
import { texts } from "./texts";

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>';

/** `short` is the text of the list that is ticked off during typing. */
export const PASSWORD_RULES = [
  { ...texts.rules.length, met: (p: string) => p.length >= 8 },
  { ...texts.rules.upper, met: (p: string) => /[A-Z]/.test(p) },
  { ...texts.rules.lower, met: (p: string) => /[a-z]/.test(p) },
  { ...texts.rules.number, met: (p: string) => /\d/.test(p) },
  { ...texts.rules.special, met: (p: string) => [...p].some((char) => SPECIAL_CHARACTERS.includes(char)) },
] as const;

/** Messages for a password and its repetition. */
export function validatePassword(values: { password: string; confirmPassword: string }): FormErrors {
  const errors: FormErrors = {};
  // As the server: "é" is one character, however the keyboard sends it.
  const [password, repeated] = [values.password.normalize(), values.confirmPassword.normalize()];
  const broken = PASSWORD_RULES.find((rule) => !rule.met(password));
  if (broken) errors.password = broken.message;
  if (password !== repeated) errors.confirmPassword = texts.differ;
  return errors;
}
