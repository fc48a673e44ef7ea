import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { lineTotal, sellerName, type CartItem } from "@/lib/cart";
import type { LineChange } from "@/lib/lineChange";
import { formatMoney } from "@/lib/money";
import { buttonClass } from "@/ui/buttonClass";
import { LineNotice } from "@/ui/LineNotice";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { texts } from "../texts";

interface Props {
  item: CartItem;
  change: LineChange | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

export function CartLine({ item, change, onQuantity, onRemove }: Props) {
  const { product, quantity } = item;
  const seller = sellerName(product);
  return (
    <article aria-label={product.name} tabIndex={-1} className="rounded-ui">
      <div className="grid grid-cols-[5.5rem_1fr] gap-4 sm:grid-cols-[8rem_1fr_auto] sm:gap-6">
        <Picture src={product.images?.[0]?.url} alt="" sizes="130px" />
        <div className="min-w-0">
          <h2 className="font-sans text-base font-semibold tracking-normal">
            <Link to="/products/$id" params={{ id: product._id }} className="hover:underline">
              {product.name}
            </Link>
          </h2>
          {seller && <p className="text-sm text-muted">{texts.soldBy(seller)}</p>}
          <p className="mt-1 text-sm">
            <Price value={product.price} unit={product.unit} />
          </p>
        </div>
        <div className="col-span-2 flex items-center justify-between gap-4 sm:col-span-1 sm:flex-col sm:items-end">
          <p className="order-last text-lg font-bold tabular-nums sm:order-none">
            {formatMoney(lineTotal(item))}
          </p>
          <div className="flex items-center gap-1">
            <QuantityStepper label={product.name} value={quantity} onChange={onQuantity} />
            <button
              type="button"
              aria-label={texts.removeLine(product.name)}
              className={buttonClass("quiet", "icon")}
              onClick={onRemove}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </div>
        </div>
      </div>
      {change && <LineNotice item={item} change={change} onRemove={onRemove} />}
    </article>
  );
}
