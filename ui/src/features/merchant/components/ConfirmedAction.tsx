import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  run: () => Promise<unknown>;
  /** Shown after success. */
  done: string;
  /** Shown after a failure without a reason from the server. */
  failed: string;
  children: ReactNode;
}

/** Confirms an action, runs it and reports the result; a failure stays in the dialog. */
export function ConfirmedAction({ run, done, failed, onClose, children, ...dialog }: Props) {
  const client = useQueryClient();
  const action = useMutation({
    mutationFn: run,
    networkMode: "always",
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.products.all });
      toast.success(done);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      busy={action.isPending}
      error={action.isError ? messageOf(action.error, failed) : undefined}
      onConfirm={() => action.mutate()}
      onClose={() => {
        action.reset();
        onClose();
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
