import { ProductCard } from "@/features/catalog/components/ProductCard";
import { ProductGridSkeleton } from "@/features/catalog/components/ProductGrid";
import type { Product } from "@/api/types";
import { State, States } from "../State";
import { SENTENCE, squashes } from "../samples";

const stock = (quantity: number, unit = "each") => ({ ...squashes.inventory, quantity, unit });

const SITUATIONS: Record<string, Partial<Product>> = {
  idle: {},
  "certified organic": {
    isOrganic: true,
    organicCertificate: { status: "approved" } as Product["organicCertificate"],
  },
  "few left": { inventory: stock(2, "package") },
  "sold out": { inventory: stock(0) },
  "no picture, no reviews": { images: [], rating: { average: 0, count: 0 }, distance: null },
  "long words": { name: SENTENCE, price: 1234.5, inventory: stock(40, "half gallon") },
};

export function ProductCards() {
  return (
    <>
      <States of="ProductCard">
        {Object.entries(SITUATIONS).map(([name, change], index) => (
          <State key={name} name={name}>
            <ProductCard product={{ ...squashes, _id: `g${index}`, ...change }} eager />
          </State>
        ))}
        <State name="focus" as="focus-visible">
          <ProductCard product={{ ...squashes, _id: "gf" }} eager />
        </State>
      </States>
      <States of="ProductGridSkeleton" columns={1}>
        <State name="loading">
          <ProductGridSkeleton width="four" />
        </State>
      </States>
    </>
  );
}
