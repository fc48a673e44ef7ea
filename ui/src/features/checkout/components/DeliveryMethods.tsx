import type { Config, Product } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { RadioGroup } from "@/ui/RadioGroup";
import { whyNot } from "../model/delivery";
import { texts } from "../texts";

interface Props {
  config: Config;
  products: readonly Product[];
  value: string;
  onChange: (method: string) => void;
}

/** Pickup or delivery; what some line cannot have is disabled and says why. */
export function DeliveryMethods({ config, products, value, onChange }: Props) {
  return (
    <RadioGroup
      legend={texts.deliveryMethod}
      value={value}
      onChange={onChange}
      options={config.checkout.deliveryMethods.map((method) => {
        const reason = whyNot(method.id, products);
        return {
          value: method.id,
          label: method.title,
          description: reason ?? (
            <>
              {method.description} <span className="whitespace-nowrap">{method.time}.</span>
            </>
          ),
          aside: method.price === 0 ? texts.free : formatMoney(method.price),
          disabled: reason !== null,
        };
      })}
    />
  );
}
