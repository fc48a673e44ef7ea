import { Link } from "@tanstack/react-router";
import { MapPin } from "lucide-react";
import type { Merchant } from "@/api/types";
import { Card } from "@/ui/Card";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { Stars } from "@/ui/Stars";
import { texts } from "../../texts";

const { home } = texts;

/** A merchant near the shopper; the whole card is a link. */
export function MerchantCard({ merchant }: { merchant: Merchant }) {
  const { address, businessInfo, rating } = merchant;
  const town = [address.city, address.state].filter(Boolean).join(", ");
  return (
    <li>
      <Card flush className="group relative h-full hover:shadow-md">
        <Picture
          src={businessInfo.businessPhoto?.url}
          alt=""
          sizes="(min-width: 768px) 400px, 100vw"
          square
        />
        <div className="grid gap-1 p-4">
          <h3 className="text-h3 font-semibold">
            <Link
              to="/merchant/$id"
              params={{ id: merchant._id }}
              className="after:absolute after:inset-0 after:rounded-ui group-hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-leaf"
            >
              {businessInfo.businessName ?? merchant.name}
            </Link>
          </h3>
          <p className="flex items-center gap-1 text-sm text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" />
            {[
              town,
              address.distance !== null && home.miles(address.distance),
              home.products(merchant.productCount),
            ]
              .filter((part) => part !== false)
              .join(" · ")}
          </p>
          {rating.count > 0 && <Stars average={rating.average} count={rating.count} />}
        </div>
      </Card>
    </li>
  );
}

export function MerchantCardSkeleton() {
  return (
    <li className="overflow-hidden rounded-ui border border-line bg-surface">
      <Skeleton square className="aspect-4/3" />
      <div className="grid gap-2 p-4">
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-5 w-4/5" />
      </div>
    </li>
  );
}
