import type { MerchantProfile } from "@/api/types";
import { StatCard } from "@/ui/StatCard";
import { figures } from "../model/figures";
import { texts } from "../texts";

export function MerchantFigures({ merchant }: { merchant: MerchantProfile }) {
  return (
    <section aria-label={texts.figures} className="mt-8">
      <dl className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-4">
        {figures(merchant).map(([label, value]) => (
          <StatCard key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  );
}
