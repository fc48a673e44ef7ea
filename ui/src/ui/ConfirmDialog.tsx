import { useId, type ReactNode, type Ref } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { texts } from "./lazyTexts";

interface Props {
  open: boolean;
  /** Names the object: "Delete Heirloom tomatoes?" */
  title: ReactNode;
  /** Explains the consequence. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Colors the button as an approval, the counterpart of "danger", and not as a call to action. */
  approve?: boolean;
  busy?: boolean;
  /** Why it cannot be confirmed yet; shown beside the disabled button. */
  blockedBecause?: string;
  /** Why the action failed; the typed values stay. */
  error?: string;
  /** Lets the caller focus the button. */
  confirmRef?: Ref<HTMLButtonElement>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that is hard to undo. */
export function ConfirmDialog({ confirmRef, ...props }: Props) {
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
            {props.cancelLabel ?? texts.cancel}
          </Button>
          <Button
            ref={confirmRef}
            variant={props.danger ? "danger" : props.approve ? "leaf" : "primary"}
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
      <div role="alert">
        {props.error && (
          <p className="mt-4 rounded-ui bg-danger-soft px-4 py-3 font-medium text-danger">{props.error}</p>
        )}
      </div>
    </Dialog>
  );
}
