const dateAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "Nov 21, 2026, 4:05:00 PM": with seconds and the year. */
export const formatWithSeconds = (iso: string): string => dateAndTime.format(new Date(iso));

/** The last millisecond of a time in the URL; a day lasts to its end. Undefined for an invalid text. */
export function endOfMoment(moment: string | undefined): number | undefined {
  if (!moment) return undefined;
  const end = DAY.test(moment)
    ? new Date(`${moment}T23:59:59.999`)
    : new Date(new Date(moment).getTime() + 999);
  return Number.isNaN(end.getTime()) ? undefined : end.getTime();
}

/** The value of a date and time input in the reader's time zone. */
export function toDateTimeInput(end: number): string {
  const date = new Date(end);
  const local = new Date(end - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The time for the URL, independent of the reader's time zone; undefined for an incomplete input. */
export function fromDateTimeInput(value: string): string | undefined {
  const date = new Date(value);
  return value === "" || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
