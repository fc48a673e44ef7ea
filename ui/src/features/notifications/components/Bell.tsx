import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { setTitleCount } from "@/lib/titleCount";
import { buttonClass } from "@/ui/buttonClass";
import { CountBadge } from "@/ui/CountBadge";
import { Popover } from "@/ui/Popover";
import { useUnreadNotifications } from "../api/notifications";
import { useNotificationToasts } from "../model/useNotificationToasts";
import { texts } from "../texts";
import { NotificationList } from "./NotificationList";

/** The header's bell, with a panel of notifications. */
export function Bell() {
  const unread = useUnreadNotifications();
  useNotificationToasts();
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  return (
    <Popover
      label={texts.title}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={texts.button(unread)}
          className={buttonClass("quiet", "icon", "relative")}
        >
          <BellIcon aria-hidden className="size-6" />
          <CountBadge count={unread} />
        </button>
      )}
    >
      {(close) => <NotificationList onLeave={close} />}
    </Popover>
  );
}
