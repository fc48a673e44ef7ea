import { seenLine } from "./seen";

/** A ZIP of an address: five digits, optionally four more. */
const ZIP = /^\d{5}(-\d{4})?$/;
export const FIVE_DIGITS = /^\d{5}$/;

export const zipTexts = {
  /** In the form of an address. */
  invalid: "Please enter a valid ZIP code",
  /** Where five digits are expected. */
  notFiveDigits: "Please enter a valid 5-digit zip code",
};

/** Whether the text is a ZIP of an address. */
export const isZip = (text: string): boolean => ZIP.test(seenLine(text));

/** The five digits of a typed ZIP, which may have blanks around it and four more digits; null if it is none. */
export function zipDigits(input: string): string | null {
  const digits = input.replace(/\D/g, "");
  return digits.length === 5 || digits.length === 9 ? digits.slice(0, 5) : null;
}
