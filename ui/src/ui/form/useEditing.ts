import { useEffect, useRef, useState, type ReactNode } from "react";
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from "react-hook-form";
import { texts } from "../lazyTexts";
import { toast } from "../toast";
import { merge, type Contest, type Version } from "./merge";

type Name<T> = keyof T & string;

/** A stored thing that others may change while it is edited; see "Two editors" in ui/README.md. */
export interface Edited<T> {
  /** The thing as it is known now. The form follows it while nothing is typed. */
  now: Version<T>;
  /** The thing in the `current` of an answer to a save that came too late. */
  versionOf: (current: never, base: T) => Version<T>;
  labels: Record<Name<T>, string>;
  /** Fields that only make sense together, such as the parts of an address. */
  together?: readonly (readonly Name<T>[])[];
  /** Shows a field's value; absent for texts and switches. */
  show?: (values: Partial<T>, names: readonly Name<T>[]) => ReactNode;
}

/** A choice between two values. */
export interface Choice {
  id: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  chosen: "mine" | "theirs";
  choose: (side: "mine" | "theirs") => void;
}

/** Of a thing that is saved all the time; then the last answer is shown. */
const MAX_MERGES = 5;

/** The version of a thing that the form edits, and what becomes of it when somebody else saves the thing. */
export function useEditing<T extends FieldValues>(
  form: UseFormReturn<T>,
  defaults: T,
  { edited, isIdle }: { edited?: Edited<T>; isIdle: () => boolean },
) {
  const [base, setBase] = useState<Version<T>>(edited?.now ?? { revision: 0, values: defaults });
  const latest = useRef(base);
  const [contests, setContests] = useState<readonly (Contest<T> & { chosen: "mine" | "theirs" })[]>([]);

  function startFrom(version: Version<T>) {
    latest.current = version;
    setBase(version);
    setContests([]);
  }

  /** Takes another version as the base, and merges it with the typed values. */
  function rebase(version: Version<T>, from: T, mine: T) {
    const merged = merge(from, mine, version.values, edited?.together);
    startFrom(version);
    setContests(merged.contests.map((contest) => ({ ...contest, chosen: "mine" })));
    form.reset(version.values);
    form.reset(merged.values, { keepDefaultValues: true });
    if (merged.taken.length > 0) {
      const fields = [...new Set(merged.taken.map((name) => edited?.labels[name] ?? name))];
      toast.message(texts.takenOver(fields.join(", ")));
    }
    return merged;
  }

  /** Sends the values, merged with what others have saved. Null: there is something to choose first. */
  async function save(typed: T, send: (values: T, base: Version<T>) => Promise<unknown>): Promise<T | null> {
    let values = typed;
    for (let merges = 0; ; merges += 1) {
      try {
        await send(values, latest.current);
        return values;
      } catch (error) {
        const current = merges < MAX_MERGES ? currentOf(error) : undefined;
        if (!edited || current === undefined) throw error;
        const from = latest.current.values;
        const merged = rebase(edited.versionOf(current as never, from), from, values);
        if (merged.contests.length > 0) return null;
        values = merged.values;
      }
    }
  }

  /** Continues a draft, which may have been typed on an earlier version. */
  function restore(typed: T, from: Version<T> | null) {
    const { current: now } = latest;
    if (from && from.revision !== now.revision) rebase(now, from.values, typed);
    else form.reset(typed, { keepDefaultValues: true });
  }

  const newer = edited && edited.now.revision > base.revision ? edited.now : null;
  useEffect(() => {
    if (!newer || !isIdle()) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the form, which is no state of React, follows as well
    startFrom(newer);
    form.reset(newer.values);
  });

  const choices: Choice[] = contests.map(({ names, mine, theirs, chosen }, index) => ({
    id: names[0] ?? "",
    label: [...new Set(names.map((name) => edited?.labels[name] ?? name))].join(", "),
    mine: shown(edited, mine, names),
    theirs: shown(edited, theirs, names),
    chosen,
    choose: (side) => {
      setContests(contests.map((one, at) => (at === index ? { ...one, chosen: side } : one)));
      const values = side === "mine" ? mine : theirs;
      for (const name of names) {
        const value = values[name] as PathValue<T, FieldPath<T>>;
        form.setValue(name as unknown as FieldPath<T>, value, { shouldDirty: true, shouldValidate: true });
      }
    },
  }));
  return { base, version: () => latest.current, choices, save, restore, startFrom };
}

/** The thing in the answer to a save that came too late. */
function currentOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("problem" in error)) return undefined;
  return (error.problem as { current?: unknown }).current;
}

function shown<T>(edited: Edited<T> | undefined, values: Partial<T>, names: readonly Name<T>[]): ReactNode {
  const own = edited?.show?.(values, names);
  if (own !== undefined) return own;
  const parts = names.map((name) => textOf(values[name])).filter(Boolean);
  return parts.join(", ") || texts.nothing;
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "object" && value !== null)
    return Object.values(value).map(textOf).filter(Boolean).join(", ");
  return String(value ?? "").trim();
}
