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

const NONE: readonly Outgoing[] = [];
const boxes = new Map<string, readonly Outgoing[]>();
const listeners = new Set<() => void>();

function change(conversationId: string, next: (box: readonly Outgoing[]) => readonly Outgoing[]): void {
  boxes.set(conversationId, next(boxes.get(conversationId) ?? NONE));
  for (const listener of listeners) listener();
}

export const outbox = {
  add: (conversationId: string, message: Outgoing) => change(conversationId, (box) => [...box, message]),
  remove: (conversationId: string, id: string) =>
    change(conversationId, (box) => box.filter((message) => message.id !== id)),
  mark: (conversationId: string, id: string, failed: boolean) =>
    change(conversationId, (box) =>
      box.map((message) => (message.id === id ? { ...message, failed } : message)),
    ),
  clear: () => boxes.clear(),
};
onSessionEnd(outbox.clear);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useOutbox = (conversationId: string): readonly Outgoing[] =>
  useSyncExternalStore(subscribe, () => boxes.get(conversationId) ?? NONE);
