import type { Product } from "@/api/types";
import { ProductCard } from "@/features/catalog/components/ProductCard";
import { ProductBadges } from "@/features/catalog/components/product/ProductBadges";
import { ProductDetails } from "@/features/catalog/components/product/ProductDetails";
import { FulfillmentOptions } from "@/features/catalog/components/product/FulfillmentOptions";
import type { PreviewSlots } from "@/features/merchant/components/PreviewPane";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";

/** The catalog's card and parts of its product page, for the merchant's product form. */
export const previewSlots: PreviewSlots = {
  card: (product) => <ProductCard product={product} level={3} />,
  page: (product) => <PagePreview product={product} />,
};

function PagePreview({ product }: { product: Product }) {
  return (
    <div className="grid gap-6">
      {product.images.length > 0 && (
        <div className="grid grid-cols-4 gap-2 *:first:col-span-4">
          {product.images.map((image) => (
            <Picture key={image.url} src={image.url} alt={image.alt} sizes="500px" />
          ))}
        </div>
      )}
      <div>
        <ProductBadges product={product} />
        <p className="mt-2 font-display text-h1">{product.name}</p>
        <Price value={product.price} unit={product.inventory.unit} className="mt-2 block text-2xl" />
        <FulfillmentOptions product={product} distance={null} />
      </div>
      <div>
        <ProductDetails product={product} />
      </div>
    </div>
  );
}
