import { email, required, z } from "@/lib/schema";
import { contact } from "../contactTexts";

export type ContactType = (typeof contact.types)[number]["value"];

export const contactRules = z.object({
  name: required(contact.nameMissing),
  email: email(contact.emailInvalid),
  subject: required(contact.subjectMissing),
  message: required(contact.messageMissing),
});

export interface ContactForm {
  name: string;
  email: string;
  type: ContactType;
  subject: string;
  message: string;
}
