import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { nothing } from "../samples";

export function OpenConfirm() {
  return (
    <ConfirmDialog
      open
      danger
      title="Reject Meadow Farm?"
      confirmLabel="Reject"
      blockedBecause="Say why first."
      error="The server did not answer. Your reason is still here."
      onConfirm={nothing}
      onClose={nothing}
    >
      The merchant is told your reason and can apply again.
    </ConfirmDialog>
  );
}
