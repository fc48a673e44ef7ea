export const OPERATIONS_TABS = [
  "views",
  "parked",
  "managers",
  "events",
  "stream",
  "why",
  "story",
  "person",
] as const;
export type OperationsTab = (typeof OPERATIONS_TABS)[number];

/** Further search parameters: filters and positions of the log. */
export const OPERATIONS_PARAMS = [
  "stream",
  "type",
  "correlation",
  "from",
  "to",
  "asOf",
  "position",
  "version",
  "who",
] as const;
export type OperationsParams = Partial<Record<(typeof OPERATIONS_PARAMS)[number], string>>;
