const PREVIEW_LENGTH = 50;

/** The beginning of a message, cut at 50 characters. */
export function preview(content: string): string {
  const letters = [...content.replace(/\s+/g, " ").trim()];
  return letters.length <= PREVIEW_LENGTH
    ? letters.join("")
    : `${letters.slice(0, PREVIEW_LENGTH).join("")}…`;
}
