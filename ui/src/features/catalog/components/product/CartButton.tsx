import { Button } from "@/ui/Button";
import type { Purchase } from "./usePurchase";

/** Stays focusable when the last one is in the cart, so that the focus does not fall off the page. */
export function CartButton({ purchase, className }: { purchase: Purchase; className?: string }) {
  return (
    <Button
      className={className}
      disabled={purchase.outOfStock}
      aria-disabled={purchase.disabled || undefined}
      onClick={purchase.add}
    >
      {purchase.label}
    </Button>
  );
}
