import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { changeStatus, type StatusChange } from "../api/actions";
import { adminActions, merchantActions, numberOf, statusLabel, type StatusAction } from "../model/status";
import { texts } from "../texts";
import { StepNote } from "./StepNote";

const words = texts.steps;

const failureText = (error: unknown) => messageOf(error, texts.updateFailed);

interface Props {
  order: Order;
  /** Only the next step, without a note: for lists. */
  nextOnly?: boolean;
  /** For admins, who act in the merchant's place and give a reason for each step. */
  asAdmin?: boolean;
}

/** The merchant's actions on an order, with their dialogs. */
export function StatusActions({ order, nextOnly, asAdmin = false }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<StatusAction | null>(null);
  /** null: no note. */
  const [note, setNote] = useState<string | null>(null);
  const all = asAdmin ? adminActions(order) : merchantActions(order.status, order.deliveryMethod);
  const actions = nextOnly ? all.slice(0, 1).filter(({ ask }) => ask !== "reason") : all;
  const change = useMutation({
    mutationFn: (step: StatusChange) => changeStatus(order._id, { ...step, note: note?.trim() || undefined }),
    onSuccess: (_, step) => {
      toast.success(words.changed(statusLabel(step.status)));
      setAsking(null);
      setNote(null);
    },
    // A dialog shows the error itself, and keeps its input.
    onError: (error) => asking || toast.error(failureText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.orders.all }),
  });
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.to}
          size="sm"
          variant={
            action.ask === "confirm" || action.ask === "reason"
              ? "danger"
              : action.ask === "required-tracking" || (nextOnly && order.status !== "pending")
                ? "secondary"
                : "primary"
          }
          busy={change.isPending && change.variables.status === action.to && !asking}
          disabled={change.isPending}
          onClick={() => {
            change.reset();
            if (action.ask || asAdmin) setAsking(action);
            else change.mutate({ status: action.to });
          }}
        >
          {action.label}
        </Button>
      ))}
      {actions.length > 0 && !nextOnly && !asAdmin && <StepNote value={note} onChange={setNote} />}
      {asking && (
        <ActionDialog
          order={order}
          action={asking}
          asAdmin={asAdmin}
          busy={change.isPending}
          error={change.isError ? failureText(change.error) : undefined}
          onClose={() => setAsking(null)}
          onConfirm={(step) => change.mutate(step)}
        />
      )}
    </>
  );
}

interface ActionDialogProps {
  order: Order;
  action: StatusAction;
  asAdmin: boolean;
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onConfirm: (step: StatusChange) => void;
}

function ActionDialog({ order, action, asAdmin, busy, error, onClose, onConfirm }: ActionDialogProps) {
  const [reason, setReason] = useState("");
  const [tracking, setTracking] = useState("");
  const number = numberOf(order);
  const ends = action.to === "cancelled" || action.to === "returned";
  const asksReason = asAdmin || action.ask === "reason";
  const mustTrack = action.ask === "required-tracking";
  const blocked = asksReason && !reason.trim() ? words.reasonMissing : undefined;
  return (
    <ConfirmDialog
      open
      busy={busy}
      error={error}
      danger={ends}
      title={titleOf(action, number)}
      confirmLabel={action.label}
      cancelLabel={words.notNow}
      blockedBecause={blocked ?? (mustTrack && !tracking.trim() ? words.trackingMissing : undefined)}
      onClose={onClose}
      onConfirm={() =>
        onConfirm({
          status: action.to,
          reason: reason.trim() || undefined,
          trackingNumber: tracking.trim() || undefined,
        })
      }
    >
      <div className="grid gap-4">
        {ends && <p>{consequenceOf(action, order)}</p>}
        {(mustTrack || action.ask === "tracking") && (
          <Field label={words.tracking} required={mustTrack} hint={words.trackingHint}>
            {(props) => (
              <Input {...props} value={tracking} onChange={(event) => setTracking(event.target.value)} />
            )}
          </Field>
        )}
        {asksReason && (
          <Field label={words.reason} required hint={asAdmin ? words.adminHint : undefined}>
            {(props) => (
              <Textarea
                {...props}
                rows={3}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}

function titleOf({ to, label }: StatusAction, number: string): string {
  if (to === "cancelled") return texts.cancel.title(number);
  return to === "returned" ? words.returnTitle(number) : words.stepTitle(label, number);
}

function consequenceOf({ to }: StatusAction, { customer, total }: Order): string {
  const consequence = to === "cancelled" ? words.cancelConsequence : words.returnConsequence;
  return consequence(customer.name, formatMoney(total));
}
