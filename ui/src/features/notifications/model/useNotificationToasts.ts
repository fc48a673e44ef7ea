import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { onLiveEvent } from "@/api/live";
import { toast } from "@/ui/toast";
import { useMarkRead } from "../api/markRead";
import { isShownAt, targetOf } from "./groups";
import { texts } from "../texts";

/** Shows a toast for a new notification in a visible tab, unless its page is already open. */
export function useNotificationToasts(): void {
  const router = useRouter();
  const { mutate: markRead } = useMarkRead();
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.kind !== "notification" || document.hidden) return;
        const notification = event.thing;
        if (isShownAt(router.state.location, notification)) return;
        toast.message(texts.toast(notification.title, notification.message), {
          id: notification._id,
          action: {
            label: texts.view,
            onClick: () => {
              markRead([notification]);
              void router.navigate(targetOf(notification));
            },
          },
        });
      }),
    [router, markRead],
  );
}
