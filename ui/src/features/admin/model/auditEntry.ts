// An audit entry as text.
import type { AuditEntry } from "@/api/types";
import { texts } from "../auditTexts";

/** "certificate-approved" → "Certificate approved"; "approvalStatus" → "Approval status". */
export function humanized(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value in a readable form. */
export function readable(value: unknown): string {
  if (value === null || value === undefined || value === "") return texts.nothing;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.map(readable).join(", ") || texts.nothing;
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([name, part]) => `${humanized(name)}: ${readable(part)}`);
    return parts.join("; ") || texts.nothing;
  }
  return String(value);
}

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

/** The changed fields; none when the subject begins or ends with this entry. */
export function fieldChanges({ before, after }: Pick<AuditEntry, "before" | "after">): FieldChange[] {
  if (!before || !after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      name: humanized(name),
      before: readable(before[name]),
      after: readable(after[name]),
    }));
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A day in the URL is a day in the reader's time zone, from its first to its last millisecond. */
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

/** Undefined for a day like February 30, which the server then refuses by name. */
const momentOf = (date: Date, month: number): string | undefined =>
  date.getMonth() === month - 1 ? date.toISOString() : undefined;

/** The number of records in a CSV, without its header. Line breaks inside quotes belong to a value. */
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
