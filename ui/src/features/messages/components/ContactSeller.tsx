import { MessageCircle } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useUser } from "@/api/session";
import { Button } from "@/ui/Button";
import type { ButtonSize } from "@/ui/buttonClass";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import type { Topic } from "../model/topic";
import { texts } from "../texts";
import { ContactRefused } from "./ContactRefused";
import { ContactSent } from "./ContactSent";

const words = texts.contact;

/** Loads, with the form rules, when a shopper opens the dialog. */
const ContactForm = lazy(() => import("./ContactForm").then((chunk) => ({ default: chunk.ContactForm })));

/** The button to write to the seller of a product or an order. Closing the dialog resets it. */
export function ContactSeller({ topic, size }: { topic: Topic; size?: ButtonSize }) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  /** The conversation that contains the sent message. */
  const [sent, setSent] = useState<string | null>(null);
  const { seller } = topic;
  function close() {
    setOpen(false);
    setSent(null);
  }
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden className={size === "sm" ? "size-4" : "size-5"} />
        {words.button}
      </Button>
      <Dialog open={open} onClose={close} title={words.title(seller)}>
        {sent !== null ? (
          <ContactSent conversationId={sent} seller={seller} onClose={close} />
        ) : !user || user._id === topic.merchantId ? (
          <ContactRefused own={Boolean(user)} path={topic.path} />
        ) : (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ContactForm topic={topic} onSent={setSent} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
