// A merchant's changes to a product between two reviews, from the audit's entries.
import type { AuditEntry } from "@/api/types";

/** The reviewed parts of a product, in the order of its form. */
const PARTS = [
  "name",
  "description",
  "category",
  "subcategory",
  "images",
  "tags",
  "isOrganic",
  "isLocallySourced",
  "harvestDate",
  "pickupInstructions",
] as const;
export type Part = (typeof PARTS)[number];

export interface Change {
  part: Part;
  before: unknown;
  after: unknown;
}

/** The changes since a decision. */
export interface Comparison {
  /** The decision about the earlier version. */
  since: AuditEntry;
  changes: Change[];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes since this decision, without reverted ones. */
function compare(history: readonly AuditEntry[], since: AuditEntry): Comparison {
  const newer = history.slice(0, history.indexOf(since));
  const revisions = newer.filter(({ action }) => action === "revised");
  const changes = PARTS.flatMap((part): Change[] => {
    const touched = revisions.filter(({ after }) => after && part in after);
    const [newest, oldest] = [touched[0], touched.at(-1)];
    const before = oldest?.before?.[part] ?? null;
    const after = newest?.after?.[part] ?? null;
    return isSame(before, after) ? [] : [{ part, before, after }];
  });
  return { since, changes };
}

/**
 * The changes since the last decision; after a rejection, also the differences from an older version on sale. Empty
 * for a product without decisions. The history is newest first.
 */
export function comparisonsOf(history: readonly AuditEntry[]): Comparison[] {
  const last = history.find(({ action }) => action === "approved" || action === "rejected");
  if (!last) return [];
  const approval = history.find(({ action }) => action === "approved");
  return [...new Set([last, approval ?? last])].map((since) => compare(history, since));
}
