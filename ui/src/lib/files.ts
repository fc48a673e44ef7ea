// Rules for uploads. The server checks a file's bytes; these rules refuse an unsuitable file without the wait for an
// upload.

const MAX_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = "File too large. Maximum size is 5MB.";

/** The files that a field accepts. */
export interface FileRule {
  /** Media types, also for the browser's file dialog. */
  types: readonly string[];
  /** The message for another type. */
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

/** An upload in progress, or a failed one. */
export interface Upload {
  key: string;
  name: string;
  /** The preview of a picture before it is uploaded; null for other files. */
  preview: string | null;
  /** The sent share, 0 to 1. */
  share: number;
  /** Why the upload failed. */
  error: string | null;
}

/** Why a file would be refused; null if it is acceptable. */
export function fileError(file: Pick<File, "size" | "type">, rule: FileRule): string | null {
  if (file.size > MAX_BYTES) return TOO_LARGE;
  // Without a type the browser does not know the file's extension; the server checks the content.
  return file.type && !rule.types.includes(file.type) ? rule.wrongType : null;
}

/** The URL of a picture's small size; null if it has none. */
export function smallPicture(url: string): string | null {
  const inTwoSizes = /^\/(demo\/[^/]+|api\/uploads\/(products|businesses)\/[^/]+\/[0-9a-f]{32})\.webp$/;
  return inTwoSizes.test(url) ? url.replace(/\.webp$/, "-400.webp") : null;
}
