import { TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { refreshLine, setQuantity, type CartItem } from "@/lib/cart";
import type { LineChange } from "@/lib/lineChange";
import { formatMoney } from "@/lib/money";
import { Button } from "./Button";
import { texts } from "./lazyTexts";

interface Props {
  item: CartItem;
  change: LineChange;
  onRemove: () => void;
}

/** Changes that leave only removing the line. */
const removeOnlyTexts = { gone: texts.noLongerSold, stock: texts.outOfStock, own: texts.ownProduct };

/** The message about a line's change, and the one action that settles it. */
function describe({ item, change, onRemove }: Props) {
  if (change.kind === "price") {
    return {
      text: texts.priceChanged(formatMoney(change.was), formatMoney(change.now)),
      action: texts.acceptPrice,
      run: () => refreshLine(change.product),
    };
  }
  if (change.kind === "stock" && change.left > 0) {
    return {
      text: texts.fewLeft(change.left, item.quantity),
      action: texts.reduceTo(change.left),
      run: () => setQuantity(item.product._id, change.left),
    };
  }
  return { text: removeOnlyTexts[change.kind], action: texts.remove, run: onRemove };
}

/** A notice on a changed line of the cart. Must be inside the line's `<article tabIndex={-1}>`. */
export function LineNotice(props: Props) {
  const { text, action, run } = describe(props);
  function settle(event: MouseEvent<HTMLElement>) {
    // The button disappears with the notice, so the line takes the focus.
    event.currentTarget.closest("article")?.focus({ preventScroll: true });
    run();
  }
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
        onClick={settle}
        aria-label={`${action}: ${props.item.product.name}`}
      >
        {action}
      </Button>
    </div>
  );
}
