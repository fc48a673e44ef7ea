import { texts } from "../inboxTexts";
import type { Review } from "./review";

/** An item's name within a sentence: "Kale", "the certificate of Kale". */
export const nameOf = ({ kind, title }: Review): string =>
  kind === "certificate" ? texts.certificateOf(title) : title;

/** An item's name at the start of a sentence. */
export const subjectOf = ({ kind, title }: Review): string =>
  kind === "certificate" ? texts.theCertificateOf(title) : title;
