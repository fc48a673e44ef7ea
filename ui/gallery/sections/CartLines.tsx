import { CartLine } from "@/features/cart/components/CartLine";
import { State, States } from "../State";
import { line, nothing, SENTENCE } from "../samples";

export function CartLines() {
  const events = { onQuantity: nothing, onRemove: nothing };
  return (
    <States of="CartLine" columns={1}>
      <State name="idle">
        <CartLine item={line} change={undefined} {...events} />
      </State>
      <State name="sold out, long words">
        <CartLine
          item={{ product: { ...line.product, name: SENTENCE }, quantity: 12 }}
          change={{ kind: "stock", left: 0 }}
          {...events}
        />
      </State>
    </States>
  );
}
