import { merchantName } from "@/api/products";
import { ProductPage } from "@/features/catalog/components/product/ProductPage";
import type { ProductSlots } from "@/features/catalog/components/product/productSlots";
import { ContactSeller } from "@/features/messages/components/ContactSeller";
import { aboutProduct } from "@/features/messages/model/topic";
import { Reviews } from "@/features/reviews/components/Reviews";

const slots: ProductSlots = {
  contact: (product) => <ContactSeller topic={aboutProduct(product)} />,
  reviews: (product) => (
    <Reviews productId={product._id} seller={merchantName(product) ?? product.merchant.name} />
  ),
};

/** The product page, with its parts from messages and reviews. */
export function ShopProductPage() {
  return <ProductPage slots={slots} />;
}
