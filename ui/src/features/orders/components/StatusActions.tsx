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
import { merchantActions, numberOf, statusLabel, type StatusAction } from "../model/status";
import { texts } from "../texts";
import { StepNote } from "./StepNote";

const words = texts.steps;

const failureText = (error: unknown) => messageOf(error, texts.updateFailed);

interface Props {
  order: Order;
  /** Only the next step, without a note: for lists. */
  nextOnly?: boolean;
}

/** The merchant's actions on an order, with their dialogs. */
export function StatusActions({ order, nextOnly }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<StatusAction | null>(null);
  /** null: no note. */
  const [note, setNote] = useState<string | null>(null);
  const all = merchantActions(order.status, order.deliveryMethod);
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
            if (action.ask) setAsking(action);
            else change.mutate({ status: action.to });
          }}
        >
          {action.label}
        </Button>
      ))}
      {actions.length > 0 && !nextOnly && <StepNote value={note} onChange={setNote} />}
      {asking && (
        <ActionDialog
          order={order}
          action={asking}
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
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onConfirm: (step: StatusChange) => void;
}

function ActionDialog({ order, action, busy, error, onClose, onConfirm }: ActionDialogProps) {
  const [entered, setEntered] = useState("");
  const answer = entered.trim();
  const number = numberOf(order);
  const common = {
    open: true,
    busy,
    error,
    onClose,
    confirmLabel: action.label,
    cancelLabel: words.notNow,
  };
  if (action.ask === "confirm") {
    return (
      <ConfirmDialog
        {...common}
        danger
        title={texts.cancel.title(number)}
        onConfirm={() => onConfirm({ status: action.to })}
      >
        {words.cancelConsequence(order.customer.name, formatMoney(order.total))}
      </ConfirmDialog>
    );
  }
  if (action.ask === "reason") {
    return (
      <ConfirmDialog
        {...common}
        danger
        title={words.returnTitle(number)}
        blockedBecause={answer ? undefined : words.reasonMissing}
        onConfirm={() => onConfirm({ status: action.to, reason: answer })}
      >
        <p className="mb-4">{words.returnConsequence(order.customer.name, formatMoney(order.total))}</p>
        <Field label={words.reason} required>
          {(props) => (
            <Textarea
              {...props}
              rows={3}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    );
  }
  const required = action.ask === "required-tracking";
  return (
    <ConfirmDialog
      {...common}
      title={words.stepTitle(action.label, number)}
      blockedBecause={required && !answer ? words.trackingMissing : undefined}
      onConfirm={() => onConfirm({ status: action.to, trackingNumber: answer || undefined })}
    >
      <Field label={words.tracking} required={required} hint={words.trackingHint}>
        {(props) => <Input {...props} value={entered} onChange={(event) => setEntered(event.target.value)} />}
      </Field>
    </ConfirmDialog>
  );
}
