import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { isNotFound } from "@/api/error";
import { keys } from "@/api/keys";
import type { Message } from "@/api/types";

/** The conversations of the signed-in user, the last active one first. */
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

/** The orders of the signed-in merchant: what a customer asks about may be one of them. */
export const sellerOrdersQuery = queryOptions({
  queryKey: keys.orders.merchant,
  queryFn: ({ signal }) => call(api.GET("/orders/merchant", { signal })),
});

interface StartedConversation {
  conversation: { _id: string };
}

interface Opening {
  merchantId: string;
  subject: string;
  initialMessage: string;
}

/** Begins a conversation about the first of some products that the shop still shows. */
export async function startAbout(
  [productId = "", ...others]: readonly string[],
  opening: Opening,
): Promise<StartedConversation> {
  try {
    return await call(api.POST("/messages/start", { body: { ...opening, productId } }));
  } catch (error) {
    if (!isNotFound(error) || others.length === 0) throw error;
    return startAbout(others, opening);
  }
}

export async function sendMessage(conversationId: string, content: string): Promise<Message> {
  const { data } = await call(
    api.POST("/messages/send", { body: { conversationId, content, messageType: "text" } }),
  );
  // The same shape as in the thread, says its document; the write side only words it less narrowly.
  return data as Message;
}

export const markConversationRead = (id: string) =>
  call(api.PUT("/messages/{id}/read", { params: { path: { id } } }));
