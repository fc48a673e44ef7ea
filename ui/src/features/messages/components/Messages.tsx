import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useUser } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { conversationsQuery } from "../api/messages";
import { texts } from "../texts";
import { ConversationList } from "./ConversationList";
import { MarkAllRead } from "./MarkAllRead";
import { Conversation } from "./Conversation";

/** Conversations at the left, one of them at the right; below `md` (48rem) each has its own page. */
export function Messages({ chosen }: { chosen?: string }) {
  const user = useUser();
  const query = useQuery(conversationsQuery);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: texts.none, hint: texts.failed }}
      empty={
        <EmptyState
          title={texts.none}
          hint={user?.role === "merchant" ? texts.noneHintMerchant : texts.noneHint}
          icon={<MessageCircle aria-hidden className="size-10" />}
          action={<ButtonLink to="/products">{texts.browse}</ButtonLink>}
        />
      }
    >
      {(conversations) => {
        const conversation = conversations.find(({ _id }) => _id === chosen);
        return (
          <div className="md:grid md:h-[max(28rem,calc(100dvh-16rem))] md:grid-cols-[20rem_1fr] md:overflow-hidden md:rounded-ui md:border md:border-line md:bg-surface">
            <nav
              aria-label={texts.list}
              className={cx(
                "md:overflow-y-auto md:border-r md:border-line",
                chosen !== undefined && "max-md:hidden",
              )}
            >
              <MarkAllRead />
              <ConversationList conversations={conversations} chosen={chosen} />
            </nav>
            {conversation ? (
              <Conversation key={conversation._id} conversation={conversation} />
            ) : (
              <div className={cx("p-6 text-center", chosen === undefined && "max-md:hidden")}>
                <p className="text-muted">{chosen === undefined ? texts.choose : texts.unknown}</p>
                {chosen !== undefined && (
                  <ButtonLink to="/messages" variant="secondary" className="mt-4">
                    {texts.allMessages}
                  </ButtonLink>
                )}
              </div>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
