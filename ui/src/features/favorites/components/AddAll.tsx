import { toCartProduct } from "@/api/products";
import type { Product } from "@/api/types";
import { addToCart, useCart } from "@/lib/cart";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

/** Adds one unit of each favorite that is in stock and not in the cart yet. */
export function AddAll({ products }: { products: readonly Product[] }) {
  const cart = useCart();
  const missing = products.filter(
    ({ _id, inventory }) => inventory.quantity > 0 && !cart.some(({ product }) => product._id === _id),
  );
  return (
    <Button
      aria-disabled={missing.length === 0 || undefined}
      onClick={() => {
        if (missing.length === 0) return;
        for (const product of missing) addToCart(toCartProduct(product));
        toast.success(texts.addedAll(missing.length));
      }}
    >
      {texts.addAll(missing.length)}
    </Button>
  );
}
