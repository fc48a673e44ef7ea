import { zipTexts } from "@/lib/zip";
import { texts } from "../texts";

/** The error of a ZIP field, or null: five digits, optionally four more. */
export function zipError(input: string): string | null {
  const typed = input.trim();
  if (typed === "") return texts.errors.zipMissing;
  return /^\d{5}(-?\d{4})?$/.test(typed) ? null : zipTexts.notFiveDigits;
}

/** The five digits of a valid ZIP field. */
export const zipOf = (input: string): string => input.trim().slice(0, 5);
