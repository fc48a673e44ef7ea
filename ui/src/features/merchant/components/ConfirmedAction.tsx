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
  /** Said once it is done. */
  done: string;
  /** Said when it failed and the server gives no reason. */
  failed: string;
  children: ReactNode;
}

/** Asks, does it, and says what came of it; a failure stands in the dialog. */
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
