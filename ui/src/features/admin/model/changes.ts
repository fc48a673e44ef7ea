// What a merchant changed of a product between two looks of an admin, from the entries of the audit.
import type { AuditEntry } from "@/api/types";

/** What admins review of a product, in the order of its form. */
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
] as const;
export type Part = (typeof PARTS)[number];

export interface Change {
  part: Part;
  before: unknown;
  after: unknown;
}

/** The changes since a decision. */
export interface Comparison {
  /** The decision about the version that was replaced. */
  since: AuditEntry;
  changes: Change[];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes since this decision; what was changed back is none. */
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
 * What has changed since the last decision. When that was a rejection and an older version is on sale, what differs from
 * that one as well. Nothing for a product that nobody has decided about. The history is newest first.
 */
export function comparisonsOf(history: readonly AuditEntry[]): Comparison[] {
  const last = history.find(({ action }) => action === "approved" || action === "rejected");
  if (!last) return [];
  const approval = history.find(({ action }) => action === "approved");
  return [...new Set([last, approval ?? last])].map((since) => compare(history, since));
}
