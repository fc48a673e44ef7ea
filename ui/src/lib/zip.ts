/** A ZIP of an address: five digits, optionally four more. */
export const ZIP = /^\d{5}(-\d{4})?$/;
export const FIVE_DIGITS = /^\d{5}$/;

export const zipTexts = {
  /** In the form of an address. */
  invalid: "Please enter a valid ZIP code",
  /** Where five digits are expected. */
  notFiveDigits: "Please enter a valid 5-digit zip code",
};

/** The digits of a ZIP without other characters; null unless there are exactly five. */
export function zipDigits(input: string): string | null {
  const digits = input.replace(/\D/g, "");
  return digits.length === 5 ? digits : null;
}
