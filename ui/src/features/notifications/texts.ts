const updates = (count: number) => `${count} updates`;

export const texts = {
  title: "Notifications",
  button: (unread: number) => (unread === 0 ? "Notifications" : `Notifications, ${unread} unread`),
  loading: "Loading notifications...",
  none: "No notifications yet",
  noneHint: "Orders, reviews of your products and messages show up here.",
  notLoaded: "They could not be loaded.",
  needsYou: "Needs you",
  forInformation: "For information",
  markAll: "Mark all read",
  markFailed: "The notifications could not be marked as read. Please try again.",
  unread: "Unread",
  order: (number: string) => `Order ${number}`,
  grouped: (name: string, count: number) => `${name}: ${updates(count)}`,
  notLive: "Not live at the moment. Refreshed every 30 seconds.",
  view: "View",
  toast: (title: string, message: string) => `${title}: ${message}`,
} as const;
