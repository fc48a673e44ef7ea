// Messages being sent and failed messages, by conversation. They survive a change of conversation, but not of the
// page or the session.
import { useSyncExternalStore } from "react";
import { onSessionEnd } from "@/lib/personalState";

export interface Outgoing {
  id: string;
  content: string;
  createdAt: string;
  failed: boolean;
}

const NO_MESSAGES: readonly Outgoing[] = [];
const outboxes = new Map<string, readonly Outgoing[]>();
const listeners = new Set<() => void>();

function changeOutbox(conversationId: string, next: (box: readonly Outgoing[]) => readonly Outgoing[]): void {
  outboxes.set(conversationId, next(outboxes.get(conversationId) ?? NO_MESSAGES));
  for (const listener of listeners) listener();
}

export const outbox = {
  add: (conversationId: string, message: Outgoing) =>
    changeOutbox(conversationId, (box) => [...box, message]),
  remove: (conversationId: string, id: string) =>
    changeOutbox(conversationId, (box) => box.filter((message) => message.id !== id)),
  mark: (conversationId: string, id: string, failed: boolean) =>
    changeOutbox(conversationId, (box) =>
      box.map((message) => (message.id === id ? { ...message, failed } : message)),
    ),
  clear: () => outboxes.clear(),
};
onSessionEnd(outbox.clear);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useOutbox = (conversationId: string): readonly Outgoing[] =>
  useSyncExternalStore(subscribe, () => outboxes.get(conversationId) ?? NO_MESSAGES);
