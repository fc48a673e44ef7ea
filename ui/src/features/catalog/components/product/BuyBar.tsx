import type { Product } from "@/api/types";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { CartButton } from "./CartButton";
import type { Purchase } from "./usePurchase";

/** On a phone: price, quantity and button, always visible. */
export function BuyBar({ product, purchase }: { product: Product; purchase: Purchase }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface shadow-md md:hidden">
      <div className="container-page flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {purchase.outOfStock ? (
          <Price value={product.price} unit={product.inventory.unit} className="leading-tight" />
        ) : (
          <QuantityStepper
            label={product.name}
            value={purchase.quantity}
            max={purchase.most}
            onChange={purchase.setQuantity}
          />
        )}
        <CartButton purchase={purchase} className="flex-1 basis-36" />
      </div>
    </div>
  );
}
