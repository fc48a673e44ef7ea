import { useEffect, useRef } from "react";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../texts";

const words = texts.contact;

interface Props {
  conversationId: string;
  seller: string;
  onClose: () => void;
}

/** The confirmation; it takes the focus from the form that it replaces. */
export function ContactSent({ conversationId, seller, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-h3 font-semibold outline-none">
        {words.sent}
      </h3>
      <p className="mt-2 text-muted">{words.sentHint(seller)}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/messages/$id" params={{ id: conversationId }}>
          {words.open}
        </ButtonLink>
        <Button variant="secondary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </>
  );
}
