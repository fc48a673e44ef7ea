// Sends messages and marks them as read.
import { api, call } from "@/api/client";
import { isNotFound } from "@/api/error";
import type { Message } from "@/api/types";

export interface StartedConversation {
  conversation: { _id: string };
}

/** The beginning of a conversation. */
export interface Opening {
  subject: string;
  initialMessage: string;
}

/** Starts a conversation about the first of these products that the shop still shows. */
export async function startAbout(
  [productId = "", ...others]: readonly string[],
  opening: Opening & { merchantId: string },
): Promise<StartedConversation> {
  try {
    return await call(api.POST("/messages/start", { body: { ...opening, productId } }));
  } catch (error) {
    if (!isNotFound(error) || others.length === 0) throw error;
    return startAbout(others, opening);
  }
}

/** Writes to the shop's support. */
export const askSupport = (opening: Opening): Promise<StartedConversation> =>
  call(api.POST("/messages/support", { body: opening }));

export async function sendMessage(conversationId: string, content: string): Promise<Message> {
  const { data } = await call(
    api.POST("/messages/send", { body: { conversationId, content, messageType: "text" } }),
  );
  // Same shape as in the thread; the write side's document only types it less narrowly.
  return data as Message;
}

export const markAllRead = () => call(api.PUT("/messages/mark-all-read"));

export const markConversationRead = (id: string) =>
  call(api.PUT("/messages/{id}/read", { params: { path: { id } } }));
