import { seenLine } from "./seen";

export const phoneInvalid = "Please enter a valid phone number";

const MAX_LENGTH = 40;
const DASHES = /[\u2010-\u2015\u2212]/g;
const PHONE = /^\+?[\d \-().]*\d[\d \-().]*((extension|ext\.?|x|#) ?\d+ ?)?$/i;

/** Whether the text is a phone number by the server's rule. */
export function isPhone(text: string): boolean {
  const phone = seenLine(text).replace(DASHES, "-");
  return phone.length <= MAX_LENGTH && PHONE.test(phone);
}

/** The address that a press calls: the digits, and an extension, if there is one. */
export function telHref(phone: string): string {
  const [number, extension] = phone.split(/[ex#]\D*/i, 2).map((part) => part.replace(/[^+\d]/g, ""));
  return `tel:${number}${extension ? `;ext=${extension}` : ""}`;
}
