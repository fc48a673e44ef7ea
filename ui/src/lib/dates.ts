/** A date format whose formatter is created on first use, because a browser takes long to create its first one. */
function format(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat("en-US", options)).format(date);
}

const day = format({ year: "numeric", month: "long", day: "numeric" });
const DAY_AND_TIME = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
const dayAndTimeIn = new Map<string | undefined, (date: Date) => string>();
const plainDay = format({
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** "November 21, 2026" in the reader's time zone. A date without a time is never shifted by the time zone. */
export function formatDate(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? plainDay(new Date(iso)) : day(new Date(iso));
}

/** "Nov 21, 4:05 PM", in the reader's time zone unless another one is given. */
export function formatDateTime(iso: string, timeZone?: string): string {
  const made = dayAndTimeIn.get(timeZone) ?? format({ ...DAY_AND_TIME, timeZone });
  dayAndTimeIn.set(timeZone, made);
  return made(new Date(iso));
}

/** A time of day as "14:00": "2 PM"; "12:30": "12:30 PM". */
export function cutoffText(cutoff: string): string {
  const [hours = 0, minutes = 0] = cutoff.split(":").map(Number);
  const hour = hours % 12 === 0 ? 12 : hours % 12;
  return `${hour}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} ${hours < 12 ? "AM" : "PM"}`;
}

const time = format({ hour: "numeric", minute: "2-digit" });
const weekday = format({ weekday: "short" });
const monthAndDay = format({ month: "short", day: "numeric" });
const HOUR_MS = 3_600_000;

/** A time within 24 hours, a weekday within 168 hours, otherwise month and day. */
export function formatMoment(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  const hours = (now - date.getTime()) / HOUR_MS;
  if (hours < 24) return time(date);
  return hours < 168 ? weekday(date) : monthAndDay(date);
}
