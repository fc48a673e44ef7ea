import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { Conversation as ConversationOf } from "@/api/types";
import { ButtonLink } from "@/ui/ButtonLink";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { threadQuery } from "../api/messages";
import { useOutbox } from "../model/outbox";
import { participantName, otherParticipant } from "../model/people";
import { useMarkConversationRead } from "../model/useMarkConversationRead";
import { useSend } from "../model/useSend";
import { texts } from "../texts";
import { Composer } from "./Composer";
import { ConversationTopic } from "./ConversationTopic";
import { Thread } from "./Thread";

/** One conversation: the other person, the topic, the messages, and the reply field. */
export function Conversation({ conversation }: { conversation: ConversationOf }) {
  const { _id, currentUserId, participants, product } = conversation;
  const query = useQuery(threadQuery(_id));
  const firstUnread = useMarkConversationRead(_id, query.data, currentUserId);
  const outgoing = useOutbox(_id);
  const { send, retry, discard } = useSend(_id);
  const name = participantName(otherParticipant(conversation));
  // The second participant sells the product; without a product it is the shop's support.
  const isSeller = product !== null && participants[1]?._id === currentUserId;
  return (
    <section
      aria-label={texts.thread(name)}
      className="flex min-h-0 min-w-0 flex-col max-md:h-[calc(100dvh-10.5rem)] max-md:pt-2"
    >
      <header className="flex items-center gap-3 border-b border-line pb-2 md:px-5 md:py-3">
        <ButtonLink to="/messages" variant="quiet" className="md:hidden">
          <ArrowLeft aria-hidden className="size-5" />
          {texts.back}
        </ButtonLink>
        <div className="min-w-0">
          <h2 className="truncate text-h3">{name}</h2>
          {conversation.subject && <p className="truncate text-sm text-muted">{conversation.subject}</p>}
        </div>
      </header>
      {product && (
        <ConversationTopic
          product={product}
          other={otherParticipant(conversation)?._id}
          isSeller={isSeller}
        />
      )}
      <QueryView
        className="flex min-h-0 flex-1 flex-col"
        query={query}
        pending={<Skeleton className="m-5 h-40" />}
        failed={{ title: texts.failed, level: 3 }}
      >
        {(messages) => (
          <Thread
            name={name}
            ownId={currentUserId}
            messages={messages}
            outgoing={outgoing}
            firstUnread={firstUnread}
            onRetry={retry}
            onDiscard={discard}
          />
        )}
      </QueryView>
      <Composer
        conversationId={_id}
        busy={outgoing.some(({ failed }) => !failed)}
        withReplies={isSeller}
        onSend={send}
      />
    </section>
  );
}
