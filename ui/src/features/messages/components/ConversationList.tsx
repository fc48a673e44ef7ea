import { Link } from "@tanstack/react-router";
import type { Conversation } from "@/api/types";
import { formatMoment } from "@/lib/dates";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { participantName, otherParticipant } from "../model/people";
import { messagePreview } from "../model/preview";
import { texts } from "../texts";

interface Props {
  conversations: readonly Conversation[];
  chosen: string | undefined;
}

export function ConversationList({ conversations, chosen }: Props) {
  return (
    <ul className="divide-y divide-line">
      {conversations.map((conversation) => {
        const { _id, product, subject, lastMessage, lastActivity, unreadCount, currentUserId } = conversation;
        const line = lastMessage ? messagePreview(lastMessage.content) : "";
        const unread = unreadCount > 0 && _id !== chosen;
        return (
          <li key={_id}>
            <Link
              to="/messages/$id"
              params={{ id: _id }}
              aria-current={_id === chosen ? "page" : undefined}
              className={cx(
                "block px-4 py-3 -outline-offset-3",
                _id === chosen ? "bg-leaf-soft" : "hover:bg-sunken",
              )}
            >
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-semibold">
                  {participantName(otherParticipant(conversation))}
                </span>
                <time dateTime={lastActivity} className="shrink-0 text-sm text-muted">
                  {formatMoment(lastActivity)}
                </time>
              </span>
              <span className="block truncate text-sm text-muted">{product?.name ?? subject}</span>
              <span className="flex items-center gap-2">
                <span
                  className={cx("min-w-0 flex-1 truncate text-sm", unread ? "font-semibold" : "text-muted")}
                >
                  {lastMessage?.sender === currentUserId ? texts.preview(line) : line}
                </span>
                {unread && (
                  <Badge tone="solid">
                    <span aria-hidden>{unreadCount > 99 ? "99+" : unreadCount}</span>
                    <span className="sr-only">{texts.unread(unreadCount)}</span>
                  </Badge>
                )}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
