import { texts } from "../inboxTexts";
import type { Review } from "./review";

/** How a sentence names it: "Kale", "the certificate of Kale". */
export const nameOf = ({ kind, title }: Review): string =>
  kind === "certificate" ? texts.certificateOf(title) : title;

/** The same where the sentence begins. */
export const subjectOf = ({ kind, title }: Review): string =>
  kind === "certificate" ? texts.theCertificateOf(title) : title;
