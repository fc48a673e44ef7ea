import { useId } from "react";
import type { Product } from "@/api/types";
import { isTyping } from "@/lib/isTyping";
import { cx } from "@/ui/cx";
import { Input } from "@/ui/Input";
import { useTypedStock } from "../model/typedStock";
import { useStockChange } from "../model/useProductChange";
import { texts } from "../texts";

const words = texts.stock;

/** The stock, edited in place: Enter or leaving the field saves, Escape reverts. */
export function StockField({ product }: { product: Product }) {
  const { quantity, unit } = product.inventory;
  const errorId = useId();
  const { typed, type, field } = useTypedStock(product._id);
  const change = useStockChange(product);
  const invalid = typed !== null && !/^\d{1,6}$/.test(typed.trim());
  function save() {
    if (typed === null || invalid) return;
    const next = Number(typed.trim());
    type(null);
    if (next !== quantity) change(next, quantity);
  }
  return (
    <div>
      <span className="flex items-center gap-2">
        <span className="w-20 shrink-0">
          <Input
            ref={field}
            aria-label={words.of(product.name, unit)}
            aria-invalid={invalid || undefined}
            aria-describedby={invalid ? errorId : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? String(quantity)}
            className={cx("text-right tabular-nums", quantity <= 0 && "enabled:border-danger")}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (isTyping(event.nativeEvent)) return;
              if (event.key === "Enter") save();
              if (event.key === "Escape") type(null);
            }}
          />
        </span>
        <span aria-hidden className="text-sm text-muted">
          {unit}
        </span>
      </span>
      {invalid && (
        <p id={errorId} className="mt-1 text-sm font-medium text-danger">
          {texts.form.wholeNumber}
        </p>
      )}
    </div>
  );
}
