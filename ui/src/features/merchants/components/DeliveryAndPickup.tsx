import { Clock, Store, Truck } from "lucide-react";
import type { MerchantProfile } from "@/api/types";
import { cutoffText } from "@/lib/dates";
import { texts } from "../texts";

/** The shop's commitments, which are the same for every stall. */
const ShopStandard = () => (
  <div className="mt-5 rounded-ui bg-sunken p-4 text-sm sm:p-5">
    <h3 className="font-semibold">{texts.standards}</h3>
    <p className="mt-1 text-muted">{texts.standardsHint}</p>
    <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {texts.commitments.map(({ way, promise }) => (
        <div key={way}>
          <dt className="font-semibold">{way}</dt>
          <dd className="text-muted">{promise}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** Delivery and pickup by the merchant's settings, and the shop's standard. */
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
      <ShopStandard />
    </section>
  );
}
