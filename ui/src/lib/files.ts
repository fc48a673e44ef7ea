// What may be uploaded. The server judges a file by its bytes; this spares people the wait for a refusal.

const MAX_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = "File too large. Maximum size is 5MB.";

/** Which files a field takes. */
export interface FileRule {
  /** Media types, for the browser's file dialog as well. */
  types: readonly string[];
  /** What people read when it is something else. */
  wrongType: string;
}

export const PICTURE: FileRule = {
  types: ["image/jpeg", "image/png", "image/webp"],
  wrongType: "Only JPEG, PNG, and WebP formats are allowed.",
};

export const CERTIFICATE: FileRule = {
  types: ["application/pdf", "image/jpeg", "image/png"],
  wrongType: "Only PDF and image files are allowed.",
};

/** A file on its way, or one that did not arrive. */
export interface Upload {
  key: string;
  name: string;
  /** Shows a picture before the server has it; null for other files. */
  preview: string | null;
  /** 0 to 1. */
  share: number;
  /** Why it did not arrive. */
  error: string | null;
}

/** Why a file would be refused; null when there is nothing against it. */
export function objectionTo(file: Pick<File, "size" | "type">, rule: FileRule): string | null {
  if (file.size > MAX_BYTES) return TOO_LARGE;
  // Without a type the browser does not know the ending of the name: the server looks inside.
  return file.type && !rule.types.includes(file.type) ? rule.wrongType : null;
}

/** The small size of a picture that exists in two, by its address; null for others. */
export function smallPicture(url: string): string | null {
  const inTwoSizes = /^\/(demo\/[^/]+|api\/uploads\/(products|businesses)\/[^/]+\/[0-9a-f]{32})\.webp$/;
  return inTwoSizes.test(url) ? url.replace(/\.webp$/, "-400.webp") : null;
}
