/** Browsers read the file after the click, some only once the person has chosen a folder. */
const KEPT_MS = 60_000;

/** Downloads a file. It is never opened: a document of a stranger must not run on this origin. */
export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
