export const ZIP_MESSAGE = "Please enter a valid 5-digit zip code";

/** The digits of a ZIP without other characters; null unless there are exactly five. */
export function zipDigits(input: string): string | null {
  const digits = input.replace(/\D/g, "");
  return digits.length === 5 ? digits : null;
}
