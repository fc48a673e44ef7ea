import { useId, type ReactNode } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  open: boolean;
  /** Names the object: "Delete Heirloom tomatoes?" */
  title: ReactNode;
  /** Says what follows from it. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be confirmed yet; shown beside the disabled button. */
  blockedBecause?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that is hard to undo. */
export function ConfirmDialog(props: Props) {
  const bodyId = useId();
  const reasonId = useId();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      role="alertdialog"
      describedBy={bodyId}
      footer={
        <>
          {props.blockedBecause && (
            <p id={reasonId} className="self-center text-sm text-muted max-sm:basis-full sm:flex-1">
              {props.blockedBecause}
            </p>
          )}
          <Button variant="secondary" onClick={props.onClose}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            variant={props.danger ? "danger" : "primary"}
            busy={props.busy}
            disabled={Boolean(props.blockedBecause)}
            aria-describedby={props.blockedBecause ? reasonId : undefined}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div id={bodyId}>{props.children}</div>
    </Dialog>
  );
}
