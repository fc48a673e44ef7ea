import type { PersonCount } from "@/api/types";

/** Sums the counts of several reads of the log by kind of stream, sorted by name. */
export function sumByCategory(parts: readonly (readonly PersonCount[])[]): PersonCount[] {
  const sums = new Map<string, PersonCount>();
  for (const { category, events, readable, erased } of parts.flat()) {
    const sum = sums.get(category) ?? { category, events: 0, readable: 0, erased: 0 };
    sums.set(category, {
      category,
      events: sum.events + events,
      readable: sum.readable + readable,
      erased: sum.erased + erased,
    });
  }
  return [...sums.values()].toSorted((a, b) => (a.category < b.category ? -1 : 1));
}

/** Sums the counts of all kinds of streams. */
export const sumOfAll = (counts: readonly PersonCount[], category: string): PersonCount =>
  counts.reduce(
    (all, { events, readable, erased }) => ({
      category,
      events: all.events + events,
      readable: all.readable + readable,
      erased: all.erased + erased,
    }),
    { category, events: 0, readable: 0, erased: 0 },
  );
