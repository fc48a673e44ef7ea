const PICTURES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** An object URL to show a picture; undefined for any other file, which could run scripts on this origin if opened. */
export const pictureUrl = (file: Blob): string | undefined =>
  PICTURES.includes(file.type) ? URL.createObjectURL(file) : undefined;
