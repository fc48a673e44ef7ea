import type { ReactNode } from "react";
import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";

const FULFILMENT = {
  "pickup-only": "Pickup",
  "delivery-only": "Delivery",
  both: "Pickup or delivery",
} as const;

/** The facts of a product, and its tags. */
export function ProductDetails({ product }: { product: Product }) {
  const rows: [string, ReactNode][] = [["Category", categoryLabel(product.category)]];
  if (product.subcategory) rows.push(["Kind", product.subcategory]);
  rows.push(["Sold by the", product.inventory.unit]);
  if (product.harvestDate) rows.push(["Harvested", formatDate(product.harvestDate)]);
  if (product.fulfillment) rows.push(["How you get it", FULFILMENT[product.fulfillment.method]]);
  return (
    <section aria-labelledby="product-details" className="mt-8">
      <h2 id="product-details" className="text-h3">
        Product details
      </h2>
      <dl className="mt-2 divide-y divide-line border-y border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="grid grid-cols-[9rem_1fr] gap-4 py-2.5">
            <dt className="text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {product.tags && product.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-2 text-sm text-muted">
          {product.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-sunken px-3 py-1">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
