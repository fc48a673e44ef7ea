import { useCartChecks } from "@/api/cartChecks";
import { removeFromCart, type CartItem } from "@/lib/cart";
import { Card } from "@/ui/Card";
import { LineNotice } from "@/ui/LineNotice";
import { toast, withUndo } from "@/ui/toast";
import { texts } from "../texts";
import { STEP_TITLE } from "./StepTitle";

function remove({ product }: CartItem) {
  document.getElementById(STEP_TITLE)?.focus({ preventScroll: true });
  const undo = removeFromCart(product._id);
  toast.message(texts.removed(product.name), withUndo(texts.undo, undo));
}

/** Changed lines of the cart, which the customer can accept in place; nothing while all lines hold. */
export function ChangedLines({ items }: { items: readonly CartItem[] }) {
  const changes = useCartChecks(items);
  if (changes.size === 0) return null;
  return (
    <Card className="grid gap-4">
      <p className="font-semibold">{texts.changedLines}</p>
      {items.map((item) => {
        const change = changes.get(item.product._id);
        return (
          change && (
            <article
              key={item.product._id}
              aria-label={item.product.name}
              tabIndex={-1}
              className="rounded-ui"
            >
              <h3 className="font-sans font-semibold">{item.product.name}</h3>
              <LineNotice item={item} change={change} onRemove={() => remove(item)} />
            </article>
          )
        );
      })}
    </Card>
  );
}
