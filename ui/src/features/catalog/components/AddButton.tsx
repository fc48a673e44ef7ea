import { Check, Plus } from "lucide-react";
import type { Product } from "@/api/types";
import { buttonClass } from "@/ui/buttonClass";
import type { useAddToCart } from "../model/useAddToCart";

interface Props {
  product: Product;
  cart: ReturnType<typeof useAddToCart>;
}

/** A card's plus button; it becomes a tick and then the quantity in the cart. */
export function AddButton({ product, cart }: Props) {
  return (
    <button
      type="button"
      className={buttonClass("secondary", "icon", "z-10")}
      disabled={cart.disabled}
      aria-label={`${cart.label}: ${product.name}`}
      onClick={() => cart.add()}
    >
      {cart.justAdded ? (
        <Check aria-hidden className="size-5 text-leaf" />
      ) : cart.inCart > 0 ? (
        <span aria-hidden className="text-sm font-bold text-leaf">
          {cart.inCart}
        </span>
      ) : (
        <Plus aria-hidden className="size-5" />
      )}
    </button>
  );
}
