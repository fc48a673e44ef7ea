const day = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", day: "numeric" });
const dayAndTime = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const plainDay = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** "November 21, 2026" in the reader's time zone. A date without a time stays the day that it names. */
export function formatDate(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? plainDay.format(new Date(iso)) : day.format(new Date(iso));
}

/** "Nov 21, 4:05 PM". */
export const formatDateTime = (iso: string): string => dayAndTime.format(new Date(iso));
