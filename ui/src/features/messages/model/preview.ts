const PREVIEW_LENGTH = 50;

/** The first 50 characters of a message. */
export function messagePreview(content: string): string {
  const letters = [...content.replace(/\s+/g, " ").trim()];
  return letters.length <= PREVIEW_LENGTH
    ? letters.join("")
    : `${letters.slice(0, PREVIEW_LENGTH).join("")}…`;
}
