import { TriangleAlert } from "lucide-react";
import type { LineChange } from "@/api/cartChecks";
import { toCartProduct } from "@/api/products";
import { refreshLine, type CartItem } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";

interface Props {
  item: CartItem;
  change: LineChange;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** What changed since the product was put in, and the one thing to do about it. */
function describe({ item, change, onQuantity, onRemove }: Props) {
  if (change.kind === "price") {
    return {
      text: `The price changed from ${formatMoney(change.was)} to ${formatMoney(change.now)}.`,
      action: "Accept new price",
      run: () => refreshLine(toCartProduct(change.product)),
    };
  }
  if (change.kind === "stock" && change.left > 0) {
    return {
      text: `Only ${change.left} left; you have ${item.quantity}.`,
      action: `Reduce to ${change.left}`,
      run: () => onQuantity(change.left),
    };
  }
  const text = change.kind === "gone" ? "This product is no longer sold." : "This product is out of stock.";
  return { text, action: "Remove", run: onRemove };
}

export function LineNotice(props: Props) {
  const { text, action, run } = describe(props);
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui bg-butter-soft px-4 py-2.5 text-butter-ink"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-40 flex-1">{text}</p>
      <Button
        variant="secondary"
        size="sm"
        onClick={run}
        aria-label={`${action}: ${props.item.product.name}`}
      >
        {action}
      </Button>
    </div>
  );
}
