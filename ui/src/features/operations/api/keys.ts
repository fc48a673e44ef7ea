/** The parameters of a call, as sent. */
type Query = object;

/** The query keys of the operations console; every action invalidates all of them. */
export const keys = {
  all: ["operations"],
  overview: ["operations", "overview"],
  views: ["operations", "views"],
  review: (name: string, reviewedAt: string) => ["operations", "review", name, reviewedAt],
  parked: ["operations", "parked"],
  managers: ["operations", "managers"],
  events: (filter: Query) => ["operations", "events", filter],
  tail: (filter: Query, after: number) => ["operations", "tail", filter, after],
  event: (position: number) => ["operations", "event", position],
  stream: (stream: string) => ["operations", "stream", stream],
  why: (kind: string, id: string) => ["operations", "why", kind, id],
  person: (who: string) => ["operations", "person", who],
  story: (of: Query, reach: number) => ["operations", "story", of, reach],
} as const;
