const whole = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "Nov 21, 2026, 4:05:00 PM", for what happens within seconds and for times in other years. */
export const formatWhole = (iso: string): string => whole.format(new Date(iso));

/** The last millisecond that a moment of the URL names; a day lasts to its end. Undefined for what names none. */
export function endOf(moment: string | undefined): number | undefined {
  if (!moment) return undefined;
  const end = DAY.test(moment)
    ? new Date(`${moment}T23:59:59.999`)
    : new Date(new Date(moment).getTime() + 999);
  return Number.isNaN(end.getTime()) ? undefined : end.getTime();
}

/** The value of an input of a date and a time in the reader's time zone. */
export function toInput(end: number): string {
  const date = new Date(end);
  const local = new Date(end - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The moment for the URL, the same for readers in other time zones; undefined while the input is not complete. */
export function fromInput(value: string): string | undefined {
  const date = new Date(value);
  return value === "" || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
