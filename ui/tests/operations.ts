// The overview of the operations console for tests.
import type { Overview } from "@/api/types";

/** A healthy system, except for `change`. */
export const overview = (change: Partial<Overview> = {}): Overview => ({
  sentence: "All views current",
  at: "2026-11-21T09:10:00Z",
  head: 40,
  views: {
    total: 2,
    current: 2,
    behind: 0,
    paused: 0,
    failing: 0,
    stopped: 0,
    building: 0,
    rebuilding: 0,
  },
  parked: { events: 0, steps: 0 },
  refunds: { waiting: 0, amount: 0, more: false },
  managers: { total: 1, running: true, overdue: 0, failing: 0 },
  backups: {
    lastBackup: "2026-11-21T03:00:00Z",
    backupDue: false,
    lastRehearsal: "2026-10-01T10:00:00Z",
    rehearsalDue: false,
  },
  leases: [],
  ...change,
});
