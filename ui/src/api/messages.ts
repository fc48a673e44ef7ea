// The messages that the header counts; the messages themselves have their own feature.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useIsDrawn } from "@/lib/nextTask";
import { api, call } from "./client";
import { keys } from "./keys";
import { useUser } from "./session";
import type { Message } from "./types";

/** What was written to the signed-in user, newest first. */
export const receivedMessagesQuery = queryOptions({
  queryKey: keys.messages.unread,
  queryFn: ({ signal }) => call(api.GET("/messages/notifications", { signal })),
});

const countUnread = (messages: Message[]) => messages.filter((message) => !message.read).length;

/** How many messages the signed-in user has not read. */
export function useUnreadMessages(): number {
  const user = useUser();
  const isDrawn = useIsDrawn();
  const enabled = Boolean(user) && isDrawn;
  const query = useQuery({ ...receivedMessagesQuery, select: countUnread, enabled });
  return query.data ?? 0;
}
