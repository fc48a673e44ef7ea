import { Truck } from "lucide-react";
import { useFreeDeliveryOver } from "@/api/config";
import { formatDollars } from "@/lib/money";
import { texts } from "../texts";

/** The shop's free delivery offer, if any. */
export function PromoBanner() {
  const over = useFreeDeliveryOver();
  if (over === null) return null;
  return (
    <section aria-label={texts.offer} className="bg-leaf-strong text-sm font-medium text-on-leaf-strong">
      <p className="container-page flex items-center justify-center gap-2 py-2 text-center">
        <Truck aria-hidden className="size-4 shrink-0" />
        {texts.freeDelivery(formatDollars(over))}
      </p>
    </section>
  );
}
