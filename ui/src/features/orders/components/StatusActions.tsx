import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { changeStatus, type StatusChange } from "../api/orders";
import { merchantActions, numberOf, statusLabel, type StatusAction } from "../model/status";

/** The buttons that lead an order on, with what each of them asks first. */
export function StatusActions({ order }: { order: Order }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<StatusAction | null>(null);
  const actions = merchantActions(order.status, order.deliveryMethod);
  const change = useMutation({
    mutationFn: (step: StatusChange) => changeStatus(order._id, step),
    onSuccess: (_, step) => toast.success(`Order status updated to ${statusLabel(step.status)}`),
    onError: (error) => toast.error(messageOf(error, "Failed to update order status")),
    onSettled: () => {
      setAsking(null);
      return client.invalidateQueries({ queryKey: ["orders"] });
    },
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
              : action.ask === "required-tracking"
                ? "secondary"
                : "primary"
          }
          busy={change.isPending && change.variables.status === action.to && !asking}
          disabled={change.isPending}
          onClick={() => (action.ask ? setAsking(action) : change.mutate({ status: action.to }))}
        >
          {action.label}
        </Button>
      ))}
      {asking && (
        <Question
          order={order}
          action={asking}
          busy={change.isPending}
          onClose={() => setAsking(null)}
          onConfirm={(step) => change.mutate(step)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  order: Order;
  action: StatusAction;
  busy: boolean;
  onClose: () => void;
  onConfirm: (step: StatusChange) => void;
}

function Question({ order, action, busy, onClose, onConfirm }: QuestionProps) {
  const [entered, setEntered] = useState("");
  const answer = entered.trim();
  const number = numberOf(order);
  const common = { open: true, busy, onClose, confirmLabel: action.label, cancelLabel: "Not now" };
  if (action.ask === "confirm") {
    return (
      <ConfirmDialog
        {...common}
        danger
        title={`Cancel order ${number}?`}
        onConfirm={() => onConfirm({ status: action.to })}
      >
        {order.customer.name} gets {formatMoney(order.total)} back, and the items return to your stock. This
        cannot be undone.
      </ConfirmDialog>
    );
  }
  if (action.ask === "reason") {
    return (
      <ConfirmDialog
        {...common}
        danger
        title={`Accept the return of order ${number}?`}
        blockedBecause={answer ? undefined : "Please give a reason."}
        onConfirm={() => onConfirm({ status: action.to, reason: answer })}
      >
        <p className="mb-4">
          {order.customer.name} gets {formatMoney(order.total)} back. This cannot be undone.
        </p>
        <Field label="Reason" required>
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
      title={`${action.label}: order ${number}`}
      blockedBecause={required && !answer ? "A carrier's tracking number is needed." : undefined}
      onConfirm={() => onConfirm({ status: action.to, trackingNumber: answer || undefined })}
    >
      <Field label="Tracking number" required={required} hint="The customer sees it on the order.">
        {(props) => <Input {...props} value={entered} onChange={(event) => setEntered(event.target.value)} />}
      </Field>
    </ConfirmDialog>
  );
}
