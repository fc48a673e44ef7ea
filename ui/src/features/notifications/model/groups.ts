// Notifications of the bell: grouped by object, and first those that need the reader.
import type { Notification } from "@/api/types";
import { texts } from "../texts";

export interface Group {
  key: string;
  title: string;
  /** The newest, which shows the present state. */
  latest: Notification;
  unread: Notification[];
}

/** Types that need the reader: rejections to correct, and messages to answer. */
const TYPES_NEEDING_READER = new Set([
  "product_rejected",
  "organic_rejected",
  "merchant_rejected",
  "message",
]);
/** Titles of order updates that need the reader: the merchant to confirm, the customer to pick up. */
const TITLES_NEEDING_READER = new Set(["New order", "Order ready for pickup"]);

const subjectOf = (one: Notification): string =>
  one.orderId ?? one.productId ?? one.conversationId ?? `${one.type.split("_")[0]}:${one._id}`;

function titleOf(latest: Notification, count: number): string {
  if (count === 1) return latest.title;
  const { orderNumber, productName = latest.title } = latest;
  return texts.grouped(orderNumber ? texts.order(orderNumber) : productName, count);
}

export const needsReader = ({ latest, unread }: Group): boolean =>
  unread.length > 0 && (TYPES_NEEDING_READER.has(latest.type) || TITLES_NEEDING_READER.has(latest.title));

/** Groups by object, newest first; the list is sorted newest first. */
export function groupNotifications(list: readonly Notification[]): Group[] {
  const groups = new Map<string, Notification[]>();
  for (const one of list) groups.set(subjectOf(one), [...(groups.get(subjectOf(one)) ?? []), one]);
  return [...groups].flatMap(([key, [latest, ...earlier]]) => {
    if (!latest) return [];
    const unread = [latest, ...earlier].filter((one) => !one.read);
    return [{ key, title: titleOf(latest, earlier.length + 1), latest, unread }];
  });
}

export interface Target {
  to: string;
  search?: Record<string, string>;
}

/** The link of a notification: customers are led to the order itself, merchants to their list. */
export function targetOf({ type, orderId, role }: Notification): Target {
  if (orderId && role === "customer") return { to: `/orders/${orderId}` };
  if (type === "order_status") return { to: "/dashboard", search: { tab: "orders" } };
  if (type === "message") return { to: "/messages" };
  return { to: "/dashboard/merchant" };
}

/** Whether the page at this location shows the notification's object. */
export function isShownAt(
  { pathname, search }: { pathname: string; search: Record<string, unknown> },
  notification: Notification,
): boolean {
  if (notification.orderId && pathname === `/orders/${notification.orderId}`) return true;
  const target = targetOf(notification);
  const isThere = pathname === target.to || pathname.startsWith(`${target.to}/`);
  return isThere && (!target.search || search.tab === target.search.tab);
}
