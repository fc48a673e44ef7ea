// Applies the stream's events to the query cache: visible data changes at once, related lists and counts are
// refetched.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { keys } from "../keys";
import type { Message, Notification, Order } from "../types";
import type { ServerEvent } from "./serverEvents";

export type LiveEvent =
  | { kind: "notification"; thing: Notification }
  | { kind: "message"; thing: Message }
  | { kind: "order"; thing: Order }
  | { kind: "reload" };

/** The query keys that the stream's events concern. */
export const LIVE_KEYS: readonly QueryKey[] = [keys.notifications.all, keys.messages.all, keys.orders.all];

/** Parses an event into its own type; null for one that this version does not know. */
export function readEvent({ event, data }: ServerEvent): LiveEvent | null {
  if (event === "reload") return { kind: "reload" };
  if (event !== "notification" && event !== "message" && event !== "order") return null;
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === "object" && parsed !== null
      ? ({ kind: event, thing: parsed } as LiveEvent)
      : null;
  } catch {
    return null;
  }
}

/** Changes the cached data and returns the keys to refetch. */
export function applyEvent(client: QueryClient, event: LiveEvent): readonly QueryKey[] {
  switch (event.kind) {
    case "reload":
      return [[]];
    case "notification":
      return applyNotification(client, event.thing);
    case "message":
      return applyMessage(client, event.thing);
    case "order":
      return applyOrder(client, event.thing);
  }
}

function applyNotification(client: QueryClient, notification: Notification): QueryKey[] {
  client.setQueryData<Notification[]>(keys.notifications.list, (list) =>
    list && !list.some(({ _id }) => _id === notification._id) ? [notification, ...list] : list,
  );
  const changed: QueryKey[] = [keys.notifications.all];
  // The session contains whether the business is approved.
  if (notification.type.startsWith("merchant_")) changed.push(keys.session);
  if (notification.productId) {
    changed.push(keys.products.mine, keys.products.one(notification.productId));
  }
  return changed;
}

function applyMessage(client: QueryClient, message: Message): QueryKey[] {
  client.setQueryData<Message[]>(keys.messages.thread(message.conversationId), (thread) =>
    thread && !thread.some(({ _id }) => _id === message._id) ? [...thread, message] : thread,
  );
  return [keys.messages.all];
}

function applyOrder(client: QueryClient, order: Order): QueryKey[] {
  client.setQueryData(keys.orders.one(order._id), order);
  client.setQueriesData<{ orders: Order[] }>(
    { queryKey: keys.orders.lists },
    (page) =>
      page && { ...page, orders: page.orders.map((known) => (known._id === order._id ? order : known)) },
  );
  return [keys.orders.all, keys.reports.all];
}
