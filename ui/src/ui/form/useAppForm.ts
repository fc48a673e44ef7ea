import { useMutation } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState, type SyntheticEvent } from "react";
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { readDraft, writeDraft } from "@/lib/drafts";
import type { SummaryItem } from "../ErrorSummary";
import { texts } from "../texts";
import { check, flatten, resolveWith, type Rules } from "./rules";

interface Options<T extends FieldValues> {
  /** A zod/mini schema, or a function where fields depend on one another. */
  rules: Rules<T>;
  defaults: T;
  /** Sends the form; what it throws is shown in the summary. */
  send: (values: T) => Promise<unknown>;
  /** Once it was sent and the form knows it: go elsewhere, say. */
  sent?: () => void;
  /** Something that it needs is on its way: it cannot be sent yet. */
  waits?: boolean;
  /** The text for a failure that names no field of the form. */
  failed: (error: unknown) => string;
  /** Stands above that text, where it says more than that something failed. */
  failedTitle?: string;
  /** Begins the ids of the controls, where a page has several forms. */
  id?: string;
  /** Keeps what was typed in the tab under this name until it was sent. */
  draft?: string;
  /** Fields that a draft must not keep, such as passwords. */
  secret?: FieldPath<T>[];
  /** Field names of the server's errors, where the form calls them otherwise. */
  serverNames?: Record<string, FieldPath<T>>;
}

/** A form of the app: react-hook-form's, with its rules, its sending and its errors. */
export interface AppForm<T extends FieldValues> extends UseFormReturn<T> {
  onSubmit: (event?: SyntheticEvent) => void;
  /** It is being sent. */
  busy: boolean;
  /** Empties it and drops its draft. */
  discard: () => void;
  /** Something was typed that was not sent. */
  isUnsaved: () => boolean;
  /** What the last failed submit found, in the order of the rules. */
  summary: { items: SummaryItem[]; attempt: number; title?: string };
  /** What the last sending failed with. */
  failure: unknown;
  idOf: (name: FieldPath<T>) => string;
  errorOf: (name: FieldPath<T>) => string | undefined;
}

/** The one way to build a form; see "Forms" in ui/README.md. */
export function useAppForm<T extends FieldValues>(options: Options<T>): AppForm<T> {
  const { rules, defaults, id, draft, secret, serverNames } = options;
  const [attempt, setAttempt] = useState(0);
  const [strayItems, setStrayItems] = useState<SummaryItem[]>([]);
  const sending = useRef(false);
  /** It was sent, and the render that knows it is still to come. */
  const saved = useRef(false);
  const form = useForm<T>({
    resolver: resolveWith(rules),
    // On blur first, then on every change.
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: defaults as DefaultValues<T>,
  });
  const { errors, isDirty } = form.formState;
  useDraft(form, defaults, draft, secret);

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
    mutationFn: options.send,
    // Without a connection it fails at once, and says so.
    networkMode: "always",
    onSuccess: (_, values) => {
      saved.current = true;
      form.reset(values, { keepValues: true });
      if (draft) writeDraft(draft, null);
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
      // One press of Enter too many must not send it twice.
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
    discard: () => {
      saved.current = true;
      form.reset(defaults as DefaultValues<T>);
      if (draft) writeDraft(draft, null);
    },
    isUnsaved: () => isDirty && !sending.current && !saved.current,
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

/** Puts a draft into the form, and what is typed into the draft. */
function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  defaults: T,
  key?: string,
  secret?: FieldPath<T>[],
) {
  const start = useRef({ defaults, secret });
  const { reset, subscribe } = form;
  useLayoutEffect(() => {
    const kept = key === undefined ? null : readDraft(key, start.current.defaults);
    if (kept) reset(kept, { keepDefaultValues: true });
  }, [key, reset]);
  useEffect(() => {
    if (key === undefined) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        // Only what somebody typed or chose; a reset tells no name.
        if (name === undefined) return;
        const left = Object.entries(values).filter(
          ([field]) => !start.current.secret?.includes(field as FieldPath<T>),
        );
        writeDraft(key, Object.fromEntries(left));
      },
    });
  }, [key, subscribe]);
}

/** What the server says about single fields: `ApiError.fields`. */
function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error) || !("fields" in error)) return {};
  return typeof error.fields === "object" && error.fields !== null ? { ...error.fields } : {};
}
