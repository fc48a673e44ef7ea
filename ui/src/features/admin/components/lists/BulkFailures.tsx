import { useEffect, useRef } from "react";
import { Button } from "@/ui/Button";
import { texts } from "../../listTexts";

const words = texts.selection;

export interface FailedRow {
  id: string;
  name: string;
  why: string;
}

interface Props {
  /** The number of successful rows. */
  done: number;
  rows: readonly FailedRow[];
  onDismiss: () => void;
}

/** The failed rows of a bulk action, with their reasons. */
export function BulkFailures({ done, rows, onDismiss }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // The dialog has returned the focus to its button; move it on to the failures.
  useEffect(() => void panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-ui bg-danger-soft px-4 py-3 text-danger"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex-1 font-semibold">{words.failed}</p>
        <Button variant="secondary" size="sm" onClick={onDismiss}>
          {words.dismiss}
        </Button>
      </div>
      <p>{words.failedHint(done, done + rows.length)}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {rows.map(({ id, name, why }) => (
          <li key={id}>
            <span className="font-semibold">{name}</span>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
