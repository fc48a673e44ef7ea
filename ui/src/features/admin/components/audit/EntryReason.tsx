import type { AuditEntry } from "@/api/types";
import { texts } from "../../auditTexts";
import { fieldChanges, humanized, readable, type FieldChange } from "../../model/auditEntry";

/** More fields than these are collapsed. */
const MAX_EXPANDED_FIELDS = 3;

/** The reason, and each changed field before and after. */
export function EntryReason({ entry }: { entry: AuditEntry }) {
  const changes = fieldChanges(entry);
  return (
    <div className="grid min-w-0 gap-1.5">
      {entry.reason && <p className="max-w-prose break-words">“{entry.reason}”</p>}
      {changes.length > MAX_EXPANDED_FIELDS ? (
        <details>
          <summary className="min-h-6 cursor-pointer text-muted">{texts.fields(changes.length)}</summary>
          <FieldChanges changes={changes} />
        </details>
      ) : (
        <FieldChanges changes={changes} />
      )}
      {!entry.before && entry.after && <FullState label={texts.created} state={entry.after} />}
      {entry.before && !entry.after && <FullState label={texts.ended} state={entry.before} />}
    </div>
  );
}

function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-1">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-muted">{name}</dt>{" "}
          <dd className="inline break-words">
            <del className="bg-danger-soft text-danger">
              <span className="sr-only">{texts.was} </span>
              {before}
            </del>
            <span aria-hidden> → </span>
            <ins className="bg-leaf-soft font-semibold no-underline">
              <span className="sr-only"> {texts.now} </span>
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FullState({ label, state }: { label: string; state: Record<string, unknown> }) {
  const fields = Object.entries(state);
  if (fields.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted">{label}</summary>
      <dl className="grid gap-1">
        {fields.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="inline text-muted">{humanized(name)}</dt>{" "}
            <dd className="inline break-words">{readable(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
