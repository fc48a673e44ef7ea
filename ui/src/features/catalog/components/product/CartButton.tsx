import { Button } from "@/ui/Button";
import type { Purchase } from "./usePurchase";

/** Stays focusable when the last unit is in the cart, because a disabled button loses the focus. */
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
