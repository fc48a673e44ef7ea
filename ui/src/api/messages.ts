// The received messages, counted in the header. Conversations belong to the messages feature.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useHasRendered } from "@/lib/nextTask";
import { api, call } from "./client";
import { keys } from "./keys";
import { useUser } from "./session";
import type { Message } from "./types";

/** Messages to the signed-in user, newest first. */
export const receivedMessagesQuery = queryOptions({
  queryKey: keys.messages.unread,
  queryFn: ({ signal }) => call(api.GET("/messages/notifications", { signal })),
});

const countUnread = (messages: Message[]) => messages.filter((message) => !message.read).length;

/** The number of the signed-in user's unread messages. */
export function useUnreadMessages(): number {
  const user = useUser();
  const isDrawn = useHasRendered();
  const enabled = Boolean(user) && isDrawn;
  const query = useQuery({ ...receivedMessagesQuery, select: countUnread, enabled });
  return query.data ?? 0;
}
