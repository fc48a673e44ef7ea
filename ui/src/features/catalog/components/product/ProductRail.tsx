import { useId } from "react";
import type { Product } from "@/api/types";
import { ProductGrid } from "../ProductGrid";

/** A row of products under a heading; nothing when there are none or they failed to load. */
export function ProductRail({ title, products }: { title: string; products: Product[] | undefined }) {
  const id = useId();
  if (!products || products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 text-h2">
        {title}
      </h2>
      <ProductGrid products={products} level={3} width="four" />
    </section>
  );
}
