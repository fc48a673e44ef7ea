import { useEffect, useLayoutEffect, useRef } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { readDraft, writeDraft } from "@/lib/drafts";
import type { Version } from "./merge";

interface Options<T> {
  /** The draft's name; absent for a form without one. */
  key?: string;
  defaults: T;
  /** Fields that are not kept. */
  secret?: FieldPath<T & FieldValues>[];
  /** The version that the typed values change. */
  version: () => Version<T>;
  /** Fills the form with the draft, which was typed on this version. */
  restore: (typed: T, from: Version<T> | null) => void;
}

const baseKey = (key: string) => `${key}:base`;

export function dropDraft(key: string): void {
  writeDraft(key, null);
  writeDraft(baseKey(key), null);
}

/** Fills the form from its draft, and stores typed values in it. */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, options: Options<T>) {
  const { key } = options;
  const start = useRef(options);
  const { subscribe } = form;
  useLayoutEffect(() => {
    if (key === undefined) return;
    const { defaults, version, restore } = start.current;
    const typed = readDraft(key, defaults);
    if (typed) restore(typed, readDraft(baseKey(key), version()));
  }, [key]);
  useEffect(() => {
    if (key === undefined) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        // Store only user input; a reset has no field name.
        if (name === undefined) return;
        const { secret, version } = start.current;
        const kept = Object.entries(values).filter(([field]) => !secret?.some((one) => one === field));
        writeDraft(key, Object.fromEntries(kept));
        writeDraft(baseKey(key), version());
      },
    });
  }, [key, subscribe]);
}
