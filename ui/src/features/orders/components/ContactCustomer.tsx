import { Mail } from "lucide-react";
import type { Order } from "@/api/types";
import { buttonClass } from "@/ui/buttonClass";
import { numberOf } from "../model/status";
import { texts } from "../texts";

/** Opens an e-mail to the customer with the order number in the subject. */
export function ContactCustomer({ order, className }: { order: Order; className?: string }) {
  const { email } = order.customer;
  if (!email) return null;
  const subject = encodeURIComponent(texts.contactSubject(numberOf(order)));
  return (
    <a href={`mailto:${email}?subject=${subject}`} className={buttonClass("quiet", "sm", className)}>
      <Mail aria-hidden className="size-4" /> {texts.contactCustomer}
    </a>
  );
}
