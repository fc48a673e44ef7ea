import { MapPin, Store } from "lucide-react";
import type { MerchantProfile } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { PageTitle } from "@/ui/Page";
import { Picture } from "@/ui/Picture";
import { texts } from "../texts";

export function MerchantHeader({ merchant }: { merchant: MerchantProfile }) {
  const { businessInfo, address } = merchant;
  const town = [address.city, address.state].filter(Boolean).join(", ");
  const photo = businessInfo.businessPhoto?.url;
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-4">
      {photo ? (
        <span className="block w-32 shrink-0 sm:w-52">
          <Picture src={photo} alt="" eager sizes="208px" />
        </span>
      ) : (
        <span
          aria-hidden
          className="flex size-16 shrink-0 items-center justify-center rounded-ui bg-leaf-soft text-leaf sm:size-20"
        >
          <Store className="size-8 sm:size-10" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-56">
        <PageTitle>{businessInfo.businessName || merchant.name}</PageTitle>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          {businessInfo.businessType && <Badge>{businessInfo.businessType}</Badge>}
          {town && (
            <span className="inline-flex items-center gap-1">
              <MapPin aria-hidden className="size-4" />
              {[town, address.distance !== null && texts.miles(address.distance)].filter(Boolean).join(" · ")}
            </span>
          )}
          <span>{texts.since(new Date(merchant.createdAt).getFullYear())}</span>
        </p>
        {businessInfo.businessDescription && (
          <p className="mt-3 max-w-prose whitespace-pre-line">{businessInfo.businessDescription}</p>
        )}
      </div>
    </header>
  );
}
