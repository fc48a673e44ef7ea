import { useEffect } from "react";
import type { Product } from "@/api/types";
import { cx } from "@/ui/cx";
import { useDistance } from "../../api/distance";
import { countView } from "../../api/product";
import { BuyBar } from "./BuyBar";
import { BuyPanel } from "./BuyPanel";
import { Gallery } from "./Gallery";
import { MoreFromMerchant } from "./MoreFromMerchant";
import { ProductDetails } from "./ProductDetails";
import type { ProductSlots } from "./productSlots";
import { ProductBreadcrumb } from "./ProductBreadcrumb";
import { SellerCard } from "./SellerCard";
import { SimilarProducts } from "./SimilarProducts";
import { usePurchase } from "./usePurchase";
import { FulfillmentOptions } from "./FulfillmentOptions";

/** A product: pictures and facts at the left, the buying panel at the right. */
export function ProductView({ product, slots }: { product: Product; slots: ProductSlots }) {
  const purchase = usePurchase(product);
  const distance = useDistance(product);
  useEffect(() => countView(product._id), [product._id]);
  const pictured = product.images.length > 0;
  return (
    <>
      <ProductBreadcrumb product={product} />
      <div className="mt-4 grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-x-14">
        {pictured && (
          <div className="min-w-0">
            <Gallery name={product.name} images={product.images} />
          </div>
        )}
        <div className={cx("min-w-0", pictured && "md:row-span-2")}>
          <BuyPanel
            product={product}
            purchase={purchase}
            distance={distance}
            contact={slots.contact(product)}
          />
          <FulfillmentOptions product={product} distance={distance} />
          <SellerCard product={product} />
        </div>
        <div className="min-w-0">
          <ProductDetails product={product} />
        </div>
      </div>
      {slots.reviews(product)}
      <MoreFromMerchant product={product} />
      <SimilarProducts product={product} />
      <BuyBar product={product} purchase={purchase} />
    </>
  );
}
