import { useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import type { Message } from "@/api/types";
import { sendMessage } from "../api/write";
import { outbox, type Outgoing } from "./outbox";

/** Sends a conversation's messages: each is shown at once, then replaced by the server's, or kept with its error. */
export function useSend(conversationId: string) {
  const client = useQueryClient();
  async function deliver(message: Outgoing) {
    try {
      const sent = await sendMessage(conversationId, message.content);
      const key = keys.messages.thread(conversationId);
      // The stream may have delivered it already.
      client.setQueryData<Message[]>(key, (thread) =>
        thread?.some(({ _id }) => _id === sent._id) ? thread : [...(thread ?? []), sent],
      );
      outbox.remove(conversationId, message.id);
      void client.invalidateQueries({ queryKey: keys.messages.conversations });
    } catch {
      outbox.mark(conversationId, message.id, true);
    }
  }
  return {
    send: (content: string) => {
      const message = {
        id: crypto.randomUUID(),
        content,
        createdAt: new Date().toISOString(),
        failed: false,
      };
      outbox.add(conversationId, message);
      return deliver(message);
    },
    retry: (message: Outgoing) => {
      outbox.mark(conversationId, message.id, false);
      return deliver(message);
    },
    discard: (message: Outgoing) => outbox.remove(conversationId, message.id),
  };
}
