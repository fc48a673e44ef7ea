import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { cancelOrder } from "../api/orders";
import { numberOf } from "../model/status";

/** The customer's cancel, offered while the merchant has not confirmed. */
export function CancelOrder({ order }: { order: Order }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelOrder(order._id),
    onSuccess: () => toast.success(`Order ${numberOf(order)} is cancelled. Your money is on its way back.`),
    onError: (error) => toast.error(messageOf(error, "Failed to update order status")),
    onSettled: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ["orders"] });
    },
  });
  if (order.status !== "pending") return null;
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
        Cancel Order
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={cancel.isPending}
        title={`Cancel order ${numberOf(order)}?`}
        confirmLabel="Cancel Order"
        cancelLabel="Keep it"
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate()}
      >
        You get {formatMoney(order.total)} back on the card that you paid with. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
