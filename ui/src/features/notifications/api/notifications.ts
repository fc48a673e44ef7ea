import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import { useUser } from "@/api/session";
import type { Notification } from "@/api/types";
import { useHasRendered } from "@/lib/nextTask";

/** The signed-in user's notifications, newest first. */
export const notificationsQuery = queryOptions({
  queryKey: keys.notifications.list,
  queryFn: async ({ signal }) => (await call(api.GET("/notifications", { signal }))).notifications,
});

const countUnread = (list: Notification[]) => list.filter((one) => !one.read).length;

export function useUnreadNotifications(): number {
  const user = useUser();
  const isDrawn = useHasRendered();
  const enabled = Boolean(user) && isDrawn;
  const query = useQuery({ ...notificationsQuery, select: countUnread, enabled });
  return query.data ?? 0;
}
