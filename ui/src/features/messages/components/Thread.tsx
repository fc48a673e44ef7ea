import { Fragment, useEffect, useRef } from "react";
import type { Message } from "@/api/types";
import type { Outgoing } from "../model/outbox";
import { participantName } from "../model/people";
import { texts } from "../texts";
import { Bubble } from "./Bubble";
import { OutgoingBubble } from "./OutgoingBubble";

interface Props {
  name: string;
  ownId: string;
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  /** The unread divider stands above this message. */
  firstUnread: string | undefined;
  onRetry: (message: Outgoing) => void;
  onDiscard: (message: Outgoing) => void;
}

/** The distance to the end in pixels that counts as being there. */
const NEAR_END_PX = 40;

/** The messages, scrolled to the newest one; a reader at the end stays there when the height changes. */
export function Thread({ name, ownId, messages, outgoing, firstUnread, onRetry, onDiscard }: Props) {
  const log = useRef<HTMLDivElement>(null);
  const count = messages.length + outgoing.length;
  const shownCount = useRef(0);
  useEffect(() => {
    if (!log.current || shownCount.current === count) return;
    shownCount.current = count;
    log.current.scrollTop = log.current.scrollHeight;
  });
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    let atEnd = true;
    const checkEnd = () => {
      atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    };
    const observer = new ResizeObserver(() => {
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    element.addEventListener("scroll", checkEnd);
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", checkEnd);
    };
  }, []);
  return (
    <div
      ref={log}
      role="log"
      aria-label={texts.thread(name)}
      className="min-h-0 flex-1 overflow-y-auto py-4 -outline-offset-3 md:px-5"
    >
      <ol className="flex min-h-full flex-col justify-end gap-3">
        {messages.map((message) => (
          <Fragment key={message._id}>
            {message._id === firstUnread && (
              <li className="flex items-center gap-3 text-sm font-semibold text-leaf before:h-px before:flex-1 before:bg-leaf after:h-px after:flex-1 after:bg-leaf">
                {texts.newMessages}
              </li>
            )}
            <Bubble
              own={message.sender._id === ownId}
              author={message.sender._id === ownId ? texts.you : participantName(message.sender)}
              content={message.content}
              createdAt={message.createdAt}
            />
          </Fragment>
        ))}
        {outgoing.map((message) => (
          <OutgoingBubble
            key={message.id}
            message={message}
            onRetry={() => onRetry(message)}
            onDiscard={() => onDiscard(message)}
          />
        ))}
      </ol>
    </div>
  );
}
