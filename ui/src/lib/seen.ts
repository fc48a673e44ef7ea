/** Characters that cannot be seen: controls, marks for the direction of text, zero-width ones. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/** One line without unseen characters, for numbers and codes: they mean nothing there, and paste brings them along. */
export const seenLine = (text: string): string =>
  text.replace(/\s+/g, " ").replace(UNSEEN, "").replace(/ {2,}/g, " ").trim();
