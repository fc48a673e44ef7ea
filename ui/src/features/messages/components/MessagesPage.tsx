import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useEffect } from "react";
import { useUser } from "@/api/session";
import { useMedia } from "@/lib/media";
import { ButtonLink } from "@/ui/ButtonLink";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/EmptyState";
import { Page, PageTitle } from "@/ui/Page";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { conversationsQuery } from "../api/messages";
import { texts } from "../texts";
import { ConversationList } from "./ConversationList";
import { Conversation } from "./Conversation";

/** Conversations at the left, one of them at the right; below 768 px each has a page of its own. */
export function MessagesPage({ chosen }: { chosen?: string }) {
  const navigate = useNavigate();
  const user = useUser();
  const isWide = useMedia("(min-width: 768px)");
  const query = useQuery(conversationsQuery);
  const first = query.data?.[0]?._id;
  useEffect(() => {
    if (chosen === undefined && isWide && first !== undefined) {
      void navigate({ to: "/messages/$id", params: { id: first }, replace: true });
    }
  }, [chosen, isWide, first, navigate]);
  return (
    <Page title={texts.title}>
      <PageTitle className={cx(chosen !== undefined && "max-md:sr-only")}>{texts.title}</PageTitle>
      <QueryView
        className="mt-6"
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
    </Page>
  );
}
