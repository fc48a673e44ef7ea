import { Leaf } from "lucide-react";
import type { Product } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { isCertifiedOrganic } from "../../model/stock";
import { texts } from "../../texts";

export function ProductBadges({ product }: { product: Product }) {
  const organic = isCertifiedOrganic(product);
  if (!organic && !product.isLocallySourced && !product.featured) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {organic && (
        <Badge tone="leaf">
          <Leaf aria-hidden className="size-3.5" />
          {texts.card.organic}
        </Badge>
      )}
      {product.isLocallySourced && <Badge>{texts.product.locallySourced}</Badge>}
      {product.featured && <Badge tone="butter">{texts.product.featured}</Badge>}
    </div>
  );
}
