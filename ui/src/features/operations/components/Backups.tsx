import type { BackupFigures } from "@/api/types";
import { Card } from "@/ui/Card";
import { formatWithSeconds } from "../model/moments";
import { texts } from "../texts";

const words = texts.backups;

/** The last backup and the last restore rehearsal, with a warning when one is due. */
export function Backups({ backups }: { backups: BackupFigures }) {
  const { lastBackup, backupDue, lastRehearsal, rehearsalDue } = backups;
  return (
    <Card tone={backupDue || rehearsalDue ? "butter" : undefined} role="group" aria-label={words.title}>
      <div className="grid gap-4 text-sm sm:grid-cols-2">
        <LastRun
          what={words.backup}
          at={lastBackup}
          due={backupDue && words.backupDue(lastBackup !== null)}
        />
        <LastRun
          what={words.rehearsal}
          at={lastRehearsal}
          due={rehearsalDue && words.rehearsalDue(lastRehearsal !== null)}
        />
      </div>
    </Card>
  );
}

function LastRun({ what, at, due }: { what: string; at: string | null; due: string | false }) {
  return (
    <div>
      <p className="text-muted">{what}</p>
      <p className="font-semibold tabular-nums">{at === null ? words.never : formatWithSeconds(at)}</p>
      {due && <p>{due}</p>}
    </div>
  );
}
