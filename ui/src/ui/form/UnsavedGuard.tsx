import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../ConfirmDialog";
import { texts } from "../lazyTexts";

interface Props {
  form: { isUnsaved: () => boolean };
  /** The form survives changes of the search parameters: only another page discards it. */
  kept?: boolean;
  /** Explains what happens to the typed values, if they are not lost. */
  children?: ReactNode;
}

/** Asks before a navigation, a reload or a closed tab discards typed values. */
export function UnsavedGuard({ form, kept, children = texts.unsavedText }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !(kept && next.pathname === current.pathname) && form.isUnsaved(),
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      title={texts.unsavedTitle}
      confirmLabel={texts.leave}
      cancelLabel={texts.keepEditing}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
