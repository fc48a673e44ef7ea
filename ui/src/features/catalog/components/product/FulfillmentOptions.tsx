import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Clock, Store, Truck } from "lucide-react";
import { configQuery } from "@/api/config";
import type { Product } from "@/api/types";
import { fulfillmentOptions, type FulfillmentOption } from "../../model/fulfillment";
import { texts } from "../../texts";

const icons: Record<FulfillmentOption["kind"], typeof Truck> = {
  pickup: Store,
  standard: Truck,
  "same-day": Clock,
  "too-far": CircleAlert,
};

/** Pickup and delivery by the merchant's settings, with the shop's times and fees. */
export function FulfillmentOptions({ product, distance }: { product: Product; distance: number | null }) {
  const { data: config } = useQuery(configQuery);
  const ways = fulfillmentOptions(product, distance, config);
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby="ways" className="mt-3 rounded-ui border border-line p-4">
      <h2 id="ways" className="sr-only">
        {texts.product.getIt}
      </h2>
      <ul className="grid gap-3">
        {ways.map(({ kind, title, detail }) => {
          const Icon = icons[kind];
          return (
            <li key={kind} className="flex items-start gap-3">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
              <p>
                <span className="block font-semibold">{title}</span>
                {kind !== "too-far" && <span className="block text-sm text-muted">{detail ?? "\u00a0"}</span>}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
