import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useUnreadMessages } from "@/api/messages";
import { buttonClass } from "@/ui/buttonClass";
import { CountBadge } from "@/ui/CountBadge";
import { MESSAGES } from "../nav";
import { texts } from "../lazyTexts";

/** The link to the messages, with the number of unread ones. On a phone it is in the menus. */
export function MessagesLink() {
  const unread = useUnreadMessages();
  return (
    <Link
      to={MESSAGES.to}
      className={buttonClass("quiet", "icon", "relative max-sm:hidden")}
      aria-label={texts.messages(unread)}
    >
      <MessageCircle aria-hidden className="size-6" />
      <CountBadge count={unread} />
    </Link>
  );
}
