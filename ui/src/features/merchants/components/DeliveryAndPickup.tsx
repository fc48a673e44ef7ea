import { Clock, Store, Truck } from "lucide-react";
import type { MerchantProfile } from "@/api/types";
import { cutoffText } from "@/lib/dates";
import { texts } from "../texts";

/** Delivery and pickup by the merchant's settings. */
export function DeliveryAndPickup({ merchant: { businessInfo, address } }: { merchant: MerchantProfile }) {
  const { offersPickup, offersDelivery, sameDayDelivery, sameDayCutoff, deliveryRadius } = businessInfo;
  const town = [address.city, address.state].filter(Boolean).join(", ");
  const ways = [
    { icon: Store, title: texts.pickup, text: offersPickup && texts.pickupAt(town) },
    {
      icon: Truck,
      title: texts.standard,
      text: offersDelivery && texts.within(deliveryRadius, texts.standardTime),
    },
    {
      icon: Clock,
      title: texts.sameDay,
      text: offersDelivery && sameDayDelivery && texts.sameDayBy(cutoffText(sameDayCutoff)),
    },
  ];
  return (
    <section aria-labelledby="delivery" className="mt-10">
      <h2 id="delivery" className="text-h2">
        {texts.getIt}
      </h2>
      <ul className="mt-4 grid gap-3 md:grid-cols-3 md:gap-5">
        {ways.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-start gap-3 rounded-ui border border-line p-4">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
            <p>
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{text || texts.notOffered}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
