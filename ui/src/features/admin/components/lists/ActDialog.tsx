import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { toast, withUndo } from "@/ui/toast";
import { texts } from "../../listTexts";
import type { Act } from "../../model/act";
import { OpenOrders } from "./OpenOrders";

interface Props<T> {
  act: Act<T>;
  onClose: () => void;
  onDone?: (answer: T) => void;
}

async function refetchLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.admin.all }),
    client.invalidateQueries({ queryKey: keys.products.all }),
  ]);
}

function runUndo(client: QueryClient, undo: () => Promise<unknown>): void {
  undo()
    .then(
      () => toast.success(texts.undone),
      (error: unknown) => toast.error(messageOf(error, texts.undoFailed)),
    )
    .then(() => refetchLists(client))
    .catch(() => {});
}

/** Confirms an action, with a reason if required, and runs it; a failure stays in the dialog with the typed reason. */
export function ActDialog<T>({ act, onClose, onDone }: Props<T>) {
  const client = useQueryClient();
  const [entered, setEntered] = useState("");
  const reason = entered.trim();
  const { undo, done } = act;
  const mutation = useMutation({
    mutationFn: () => act.run(reason || undefined),
    networkMode: "always",
    onSuccess: (answer) => {
      if (done) toast.success(done, undo && withUndo(texts.undo, () => runUndo(client, undo)));
      onClose();
      onDone?.(answer);
    },
    onSettled: () => refetchLists(client),
  });
  const isRequired = act.reason === "required";
  return (
    <ConfirmDialog
      open
      title={act.title}
      confirmLabel={act.label}
      danger={act.look === "danger"}
      approve={act.look === "approve"}
      busy={mutation.isPending}
      blockedBecause={isRequired && !reason ? texts.reasonMissing : undefined}
      error={mutation.isError ? messageOf(mutation.error, act.failed) : undefined}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{act.consequence}</p>
      {act.leavesOrdersOf && <OpenOrders merchant={act.leavesOrdersOf} />}
      {act.reason && (
        <Field
          className="mt-4"
          label={texts.reason}
          required={isRequired}
          hint={isRequired ? texts.reasonForMerchant : texts.reasonForRecord}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={500}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}
