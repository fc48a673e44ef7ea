import { z } from "@/lib/schema";
import { texts } from "../texts";

export interface CardForm {
  number: string;
  expiry: string;
  cvc: string;
}

/** "1234567812345678" → "1234 5678 1234 5678". */
export const groupDigits = (text: string): string =>
  text
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** "1230" → "12 / 30". */
export function formatExpiry(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const match = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(text.trim());
  const expMonth = Number(match?.[1]);
  return match && expMonth >= 1 && expMonth <= 12 ? { expMonth, expYear: 2000 + Number(match[2]) } : null;
}

export const cardRules = z.object({
  number: z.string().check(z.refine((text) => text.replace(/\D/g, "").length >= 12, texts.cardNumberInvalid)),
  expiry: z.string().check(z.refine((text) => readExpiry(text) !== null, texts.cardExpiryInvalid)),
  cvc: z.string().check(z.trim(), z.regex(/^\d{3,4}$/, texts.cardCvcInvalid)),
});
