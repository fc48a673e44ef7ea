import { Button } from "@/ui/Button";
import type { Outgoing } from "../model/outbox";
import { texts } from "../texts";
import { Bubble } from "./Bubble";

interface Props {
  message: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message being sent, or one that failed, with Retry. */
export function OutgoingBubble({ message, onRetry, onDiscard }: Props) {
  const note = message.failed ? (
    <span role="alert" className="flex flex-wrap items-center justify-end gap-2 text-sm text-danger">
      {texts.notSent}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {texts.retry}
      </Button>
      <Button variant="quiet" size="sm" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </span>
  ) : (
    <span className="text-xs text-muted">{texts.sending}</span>
  );
  return (
    <Bubble own author={texts.you} content={message.content} createdAt={message.createdAt} note={note} />
  );
}
