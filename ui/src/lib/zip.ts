export const ZIP_MESSAGE = "Please enter a valid 5-digit zip code";

/** The five digits of a ZIP, once everything else is stripped; null when there are not exactly five. */
export function zipDigits(input: string): string | null {
  const digits = input.replace(/\D/g, "");
  return digits.length === 5 ? digits : null;
}
