import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../ConfirmDialog";
import { texts } from "../texts";

/** Asks before a navigation, a reload or a closed tab throws away what was typed. */
export function UnsavedGuard({ form }: { form: { isUnsaved: () => boolean } }) {
  const blocker = useBlocker({
    shouldBlockFn: form.isUnsaved,
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
      {texts.unsavedText}
    </ConfirmDialog>
  );
}
