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

/** "1230", "12/2030", "2030-12" → "12 / 30"; "1/30" → "01 / 30". A longer year stays while it is typed. */
export function formatExpiry(text: string): string {
  const digits = text.replace(/^\s*([1-9])\s*\D/, "0$1").replace(/\D/g, "");
  // No month begins so: the year comes first.
  if (digits.startsWith("20")) {
    const [century, year, month] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)];
    return month.length === 2 ? `${month} / ${year}` : [century + year, month].filter(Boolean).join("-");
  }
  const [month, rest] = [digits.slice(0, 2), digits.slice(2)];
  return rest ? `${month} / ${rest.slice(0, rest.startsWith("20") ? 4 : 2)}` : month;
}

export function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const match = /^(\d{2}) \/ (?:20)?(\d{2})$/.exec(formatExpiry(text));
  const expMonth = Number(match?.[1]);
  return match && expMonth >= 1 && expMonth <= 12 ? { expMonth, expYear: 2000 + Number(match[2]) } : null;
}

export const cardRules = z.object({
  number: z.string().check(z.refine((text) => text.replace(/\D/g, "").length >= 12, texts.cardNumberInvalid)),
  expiry: z.string().check(z.refine((text) => readExpiry(text) !== null, texts.cardExpiryInvalid)),
  cvc: z.string().check(z.trim(), z.regex(/^\d{3,4}$/, texts.cardCvcInvalid)),
});
