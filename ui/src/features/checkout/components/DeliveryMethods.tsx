import type { Config, Product } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { RadioGroup } from "@/ui/RadioGroup";
import { checkoutAmounts } from "../model/amounts";
import { unavailableReason } from "../model/delivery";
import { texts } from "../texts";

interface Props {
  config: Config;
  items: readonly CartItem[];
  products: readonly Product[];
  /** The products are still loading: no method can be chosen before its availability is known. */
  loading: boolean;
  value: string;
  onChange: (method: string) => void;
}

/** Pickup or delivery; a method that an item does not allow is disabled, with the reason. */
export function DeliveryMethods({ config, items, products, loading, value, onChange }: Props) {
  return (
    <RadioGroup
      legend={texts.deliveryMethod}
      value={loading ? "" : value}
      onChange={onChange}
      options={config.checkout.deliveryMethods.map((method) => {
        const reason = unavailableReason(method.id, products);
        const fee = checkoutAmounts(items, method.id, config).deliveryFee;
        return {
          value: method.id,
          label: method.title,
          description: reason ?? (
            <>
              {method.description} <span className="whitespace-nowrap">{method.time}.</span>
            </>
          ),
          aside: fee === 0 ? texts.free : formatMoney(fee),
          disabled: loading || reason !== null,
        };
      })}
    />
  );
}
