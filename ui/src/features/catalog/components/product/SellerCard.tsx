import { Store } from "lucide-react";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Stars } from "@/ui/Stars";
import { Thumbnail } from "@/ui/Thumbnail";
import { texts } from "../../texts";

/** The seller, with a link to the stall. */
export function SellerCard({ product: { merchant, ...product } }: { product: Product }) {
  const { businessInfo, address, rating } = merchant;
  const town = [address.city, address.state].filter(Boolean).join(", ");
  return (
    <Card className="mt-6">
      <div className="flex items-start gap-4">
        {businessInfo.businessPhoto ? (
          <Thumbnail src={businessInfo.businessPhoto.url} />
        ) : (
          <Store aria-hidden className="size-8 shrink-0 text-leaf" />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-h3">{merchantName({ ...product, merchant })}</h2>
          {town && <p className="text-sm text-muted">{town}</p>}
          {rating.count > 0 && <Stars average={rating.average} count={rating.count} />}
        </div>
      </div>
      {businessInfo.businessDescription && <p className="mt-3">{businessInfo.businessDescription}</p>}
      <ButtonLink to="/merchant/$id" params={{ id: merchant._id }} variant="secondary" className="mt-4">
        {texts.product.visitStore}
      </ButtonLink>
    </Card>
  );
}
