import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { productQuery } from "@/api/products";
import type { Order } from "@/api/types";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { reorder, isComplete } from "../model/reorder";
import { texts } from "../texts";
import { ReorderResult } from "./ReorderResult";

const words = texts.reorder;

interface Props {
  order: Order;
  /** Reorders only this item. */
  item?: Order["items"][number];
}

/** Adds the still available items to the cart and opens it; missing items are reported first. */
export function ReorderButton({ order, item }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () =>
      reorder(item ? [item] : order.items, (id) => client.query({ ...productQuery(id), staleTime: 0 })),
    onSuccess: (result) => {
      if (!isComplete(result)) return;
      toast.success(words.allAdded(result.added));
      void navigate({ to: "/cart" });
    },
  });
  const differences = again.data && !isComplete(again.data) ? again.data : null;
  return (
    <>
      <Button
        variant={item ? "quiet" : "secondary"}
        size="sm"
        // Aligned with the text above it.
        className={item && "-ml-3.5"}
        busy={again.isPending}
        aria-label={item ? words.againName(item.name) : words.orderName(order.orderNumber)}
        onClick={() => again.mutate()}
      >
        <RotateCcw aria-hidden className="size-4" />
        {item ? words.again : words.button}
      </Button>
      {differences && (
        <ReorderResult result={differences} merchantId={order.merchant._id} onClose={again.reset} />
      )}
    </>
  );
}
