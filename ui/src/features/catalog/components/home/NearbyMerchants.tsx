import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { Card } from "@/ui/Card";
import { Picture } from "@/ui/Picture";
import { Stars } from "@/ui/Stars";
import { nearbyMerchantsQuery } from "../../api/home";
import { Section } from "./Section";

/** At most three merchants near the shopper; nothing at all when the server knows of none. */
export function NearbyMerchants() {
  const merchants = useQuery(nearbyMerchantsQuery).data?.locationInfo?.nearbyMerchants ?? [];
  if (merchants.length === 0) return null;
  return (
    <Section title="Local Merchants Near You">
      <ul className="grid gap-5 md:grid-cols-3">
        {merchants.slice(0, 3).map((merchant) => {
          const place = [merchant.address?.city, merchant.address?.state].filter(Boolean).join(", ");
          return (
            <li key={merchant._id}>
              <Card flush className="h-full">
                <Picture src={merchant.businessInfo?.businessPhoto?.url} alt="" className="rounded-none" />
                <div className="grid gap-1 p-4">
                  <h3 className="text-h3 font-semibold">
                    {merchant.businessInfo?.businessName ?? merchant.name}
                  </h3>
                  {place && (
                    <p className="flex items-center gap-1 text-sm text-muted">
                      <MapPin aria-hidden className="size-4" />
                      {place}
                      {typeof merchant.address?.distance === "number" &&
                        ` · ${Math.round(merchant.address.distance)} mi`}
                    </p>
                  )}
                  {merchant.rating && merchant.rating.count > 0 && (
                    <Stars average={merchant.rating.average} count={merchant.rating.count} />
                  )}
                </div>
              </Card>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
