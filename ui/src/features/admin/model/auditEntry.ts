// What an entry of the audit says, in words.
import type { AuditEntry } from "@/api/types";
import { texts } from "../auditTexts";

/** "certificate-approved" → "Certificate approved"; "approvalStatus" → "Approval status". */
export function plainWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as people read it. */
export function readable(value: unknown): string {
  if (value === null || value === undefined || value === "") return texts.nothing;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.map(readable).join(", ") || texts.nothing;
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([name, part]) => `${plainWords(name)}: ${readable(part)}`);
    return parts.join("; ") || texts.nothing;
  }
  return String(value);
}

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

/** The fields that differ; none when the thing began or ended with this entry. */
export function fieldChanges({ before, after }: Pick<AuditEntry, "before" | "after">): FieldChange[] {
  if (!before || !after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      name: plainWords(name),
      before: readable(before[name]),
      after: readable(after[name]),
    }));
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** What is written in the URL as a day is the reader's own day, from its first to its last millisecond. */
export function dayStart(text: string | undefined): string | undefined {
  const [, year, month, date] = DAY.exec(text ?? "")?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return text;
  return momentOf(new Date(year, month - 1, date), month) ?? text;
}

export function dayEnd(text: string | undefined): string | undefined {
  const [, year, month, date] = DAY.exec(text ?? "")?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return text;
  if (!momentOf(new Date(year, month - 1, date), month)) return text;
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString();
}

/** Nothing for a day like February 30: the server refuses it by name. */
const momentOf = (date: Date, month: number): string | undefined =>
  date.getMonth() === month - 1 ? date.toISOString() : undefined;

/** How many records a CSV has, without its header. Line breaks inside of quotes belong to a value. */
export function csvRows(text: string): number {
  let isQuoted = false;
  let lines = 0;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === "\n" && !isQuoted) lines += 1;
  }
  if (text && !text.endsWith("\n")) lines += 1;
  return Math.max(lines - 1, 0);
}
