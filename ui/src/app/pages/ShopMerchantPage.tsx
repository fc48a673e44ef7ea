import type { Product } from "@/api/types";
import { ProductGrid, ProductGridSkeleton } from "@/features/catalog/components/ProductGrid";
import { MerchantPage } from "@/features/merchants/components/MerchantPage";

const grid = (products: Product[]) => <ProductGrid products={products} level={3} width="four" />;

/** A merchant's page, with the catalog's product cards. */
export function ShopMerchantPage() {
  return <MerchantPage grid={grid} gridSkeleton={<ProductGridSkeleton width="four" />} />;
}
