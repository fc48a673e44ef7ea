import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** The signed-in user's conversations, last active first. */
export const conversationsQuery = queryOptions({
  queryKey: keys.messages.conversations,
  queryFn: ({ signal }) => call(api.GET("/messages", { signal })),
});

/** The newest messages of a conversation, oldest first. The live stream appends to them. */
export const threadQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keys.messages.thread(conversationId),
    queryFn: ({ signal }) =>
      call(api.GET("/messages/{id}", { params: { path: { id: conversationId } }, signal })),
  });
