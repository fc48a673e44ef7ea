import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { cancelOrder } from "../api/actions";
import { numberOf } from "../model/status";
import { texts } from "../texts";

const words = texts.cancel;

/** The customer's cancel button, shown until the merchant confirms. */
export function CancelOrder({ order }: { order: Order }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelOrder(order._id),
    onSuccess: () => {
      toast.success(words.done(numberOf(order)));
      setAsking(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.orders.all }),
  });
  const error = cancel.isError ? messageOf(cancel.error, texts.updateFailed) : undefined;
  // Keep the dialog open for a refusal after the merchant has just confirmed.
  if (order.status !== "pending" && !asking) return null;
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        onClick={() => {
          cancel.reset();
          setAsking(true);
        }}
      >
        {words.button}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={cancel.isPending}
        error={error}
        title={words.title(numberOf(order))}
        confirmLabel={words.button}
        cancelLabel={words.keep}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate()}
      >
        {words.consequence(formatMoney(order.total))}
      </ConfirmDialog>
    </>
  );
}
