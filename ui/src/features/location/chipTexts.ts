/** Texts of the header. Separate from the dialog's texts, which only some visitors need. */
export const chipTexts = {
  near: (place: string, radius: number) => `Near ${place} · ${radius} mi`,
  unset: "Set location",
  unsetShort: "Location",
} as const;
