import { useEffect } from "react";
import type { Product } from "@/api/types";
import { cx } from "@/ui/cx";
import { useDistance } from "../../api/distance";
import { countView } from "../../api/product";
import { BuyBar } from "./BuyBar";
import { BuyPanel } from "./BuyPanel";
import { Gallery } from "./Gallery";
import { MoreFromStall } from "./MoreFromStall";
import { ProductDetails } from "./ProductDetails";
import type { ProductSlots } from "./productSlots";
import { ProductTrail } from "./ProductTrail";
import { SellerCard } from "./SellerCard";
import { SimilarProducts } from "./SimilarProducts";
import { usePurchase } from "./usePurchase";
import { WaysToGet } from "./WaysToGet";

/** A product: pictures and facts at the left, the buying panel at the right. */
export function ProductView({ product, slots }: { product: Product; slots: ProductSlots }) {
  const purchase = usePurchase(product);
  const distance = useDistance(product);
  useEffect(() => countView(product._id), [product._id]);
  const pictured = product.images.length > 0;
  return (
    <>
      <ProductTrail product={product} />
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
          <WaysToGet product={product} distance={distance} />
          <SellerCard product={product} />
        </div>
        <div className="min-w-0">
          <ProductDetails product={product} />
        </div>
      </div>
      {slots.reviews(product)}
      <MoreFromStall product={product} />
      <SimilarProducts product={product} />
      <BuyBar product={product} purchase={purchase} />
    </>
  );
}
