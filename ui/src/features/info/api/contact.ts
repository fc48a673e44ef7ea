import { api, call } from "@/api/client";
import type { ContactForm } from "../model/contactRules";

/** Stores the message and mails it to support. */
export const sendMessage = (body: ContactForm) => call(api.POST("/contact", { body }));
