import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import type { SummaryItem } from "../ErrorSummary";
import { texts } from "../lazyTexts";
import type { Version } from "./merge";
import { check, flatten, resolveWith, type Rules } from "./rules";
import { dropDraft, useDraft } from "./useDraft";
import { useEditing, type Choice, type Edited } from "./useEditing";

interface Options<T extends FieldValues> {
  /** A zod/mini schema, or a function for fields that depend on one another. */
  rules: Rules<T>;
  defaults: T;
  /** The stored thing that the form edits, if others may change it meanwhile. */
  edited?: Edited<T>;
  /** Sends the form; a thrown error is shown in the summary. `base`: the version that was edited. */
  send: (values: T, base: Version<T>) => Promise<unknown>;
  /** Called after the form is sent and marked as saved, to navigate for example. */
  sent?: () => void;
  /** The form must wait for something, such as an upload, before it can be sent. */
  waits?: boolean;
  /** The message of a failure without field errors. */
  failed: (error: unknown) => string;
  /** The title above that message, if it says more than that something failed. */
  failedTitle?: string;
  /** The prefix of the controls' ids, for a page with several forms. */
  id?: string;
  /** Keeps the typed values in the tab under this name until sent. */
  draft?: string;
  /** Fields that a draft must not keep, such as passwords. */
  secret?: FieldPath<T>[];
  /** Maps the server's field names to the form's where they differ. */
  serverNames?: Record<string, FieldPath<T>>;
}

/** A form of the app: react-hook-form's, with validation, sending and errors. */
export interface AppForm<T extends FieldValues> extends UseFormReturn<T> {
  onSubmit: (event?: SyntheticEvent) => void;
  /** The form is being sent. */
  busy: boolean;
  /** Resets the form and drops its draft. */
  discard: () => void;
  /** The version that the typed values change. */
  base: Version<T>;
  /** The fields that somebody else has changed as well. */
  choices: readonly Choice[];
  /** Whether typed values are unsent. */
  isUnsaved: () => boolean;
  /** The errors of the last failed submit, in the order of the rules. */
  summary: { items: SummaryItem[]; attempt: number; title?: string };
  /** The error of the last failed sending. */
  failure: unknown;
  idOf: (name: FieldPath<T>) => string;
  errorOf: (name: FieldPath<T>) => string | undefined;
}

/** Builds every form of the app; see "Forms" in ui/README.md. */
export function useAppForm<T extends FieldValues>(options: Options<T>): AppForm<T> {
  const { rules, defaults, id, draft, secret, serverNames } = options;
  const [attempt, setAttempt] = useState(0);
  const [strayItems, setStrayItems] = useState<SummaryItem[]>([]);
  const sending = useRef(false);
  /** The form was sent, but the render that resets it is still pending. */
  const saved = useRef(false);
  const form = useForm<T>({
    resolver: resolveWith(rules),
    // Validates on blur first, then on every change.
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: defaults as DefaultValues<T>,
  });
  const { errors, isDirty } = form.formState;
  const isUnsaved = () => isDirty && !sending.current && !saved.current;
  const editing = useEditing(form, defaults, {
    edited: options.edited,
    isIdle: () => !isDirty && !sending.current,
  });
  useDraft(form, { key: draft, defaults, secret, version: editing.version, restore: editing.restore });
  function discard() {
    saved.current = true;
    editing.startFrom(editing.version());
    form.reset(editing.version().values);
    if (draft) dropDraft(draft);
  }

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined) saved.current = false;
        },
      }),
    [subscribe],
  );

  const fail = () => setAttempt((count) => count + 1);
  const sent = useMutation({
    mutationFn: (values: T) => editing.save(values, options.send),
    // Fails at once without a connection.
    networkMode: "always",
    onSuccess: (values) => {
      if (!values) return;
      saved.current = true;
      editing.startFrom({ ...editing.version(), values });
      form.reset(values, { keepValues: true });
      if (draft) dropDraft(draft);
      options.sent?.();
    },
    onError: (error) => {
      const named = Object.entries(fieldsOf(error)).map(([field, message]) => [
        serverNames?.[field] ?? field,
        message,
      ]);
      const stray: SummaryItem[] = [];
      for (const [name, message] of named) {
        if (get(form.getValues(), name as string) === undefined) stray.push({ message: message as string });
        else form.setError(name as FieldPath<T>, { type: "server", message });
      }
      setStrayItems(named.length > 0 ? stray : [{ message: options.failed(error) }]);
      fail();
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  const idOf = (name: FieldPath<T>) => (id ? `${id}-${name}` : name);
  const messages = flatten(errors);
  const ruled = Object.keys(attempt > 0 ? check(rules, form.getValues()) : {});
  const names = [...new Set([...ruled.filter((name) => name in messages), ...Object.keys(messages)])];
  const fieldItems = names.map((name) => ({
    fieldId: idOf(name as FieldPath<T>),
    message: messages[name] ?? "",
  }));
  const items = sent.isError ? [...fieldItems, ...strayItems] : fieldItems;
  return {
    ...form,
    onSubmit: (event) => {
      event?.preventDefault();
      event?.stopPropagation();
      // A second press of Enter must not send the form twice.
      if (sending.current || options.waits) return;
      void form.handleSubmit(
        (values) => {
          if (sending.current) return;
          sending.current = true;
          sent.mutate(values);
        },
        () => {
          sent.reset();
          fail();
        },
      )();
    },
    busy: sent.isPending || options.waits === true,
    discard,
    base: editing.base,
    choices: editing.choices,
    isUnsaved,
    summary: {
      items: attempt > 0 ? items : [],
      attempt,
      title: sent.isError && fieldItems.length === 0 ? (options.failedTitle ?? texts.notSent) : undefined,
    },
    failure: sent.error,
    idOf,
    errorOf: (name) => messages[name],
  };
}

/** The server's messages for single fields: `ApiError.fields`. */
function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error) || !("fields" in error)) return {};
  return typeof error.fields === "object" && error.fields !== null ? { ...error.fields } : {};
}
