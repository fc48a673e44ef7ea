import { Phone } from "lucide-react";
import { telHref } from "@/lib/phone";

/** A phone number that can be called with a press. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={telHref(phone)}
    className="inline-flex min-h-6 items-center gap-1.5 underline underline-offset-4 hover:text-ink"
  >
    <Phone aria-hidden className="size-4 shrink-0" /> {phone}
  </a>
);
