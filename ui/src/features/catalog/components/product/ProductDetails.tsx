import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";
import { texts } from "../../texts";

const { product: words } = texts;

/** A product's description, facts and tags. */
export function ProductDetails({ product }: { product: Product }) {
  const rows: [string, string][] = [[words.category, categoryLabel(product.category)]];
  if (product.subcategory) rows.push([words.kind, product.subcategory]);
  rows.push([words.soldByThe, product.inventory.unit]);
  if (product.harvestDate) rows.push([words.harvested, formatDate(product.harvestDate)]);
  return (
    <>
      <section aria-labelledby="product-description">
        <h2 id="product-description" className="text-h3">
          {words.description}
        </h2>
        <p className="mt-2 max-w-prose whitespace-pre-line">{product.description}</p>
      </section>
      <section aria-labelledby="product-details" className="mt-8">
        <h2 id="product-details" className="text-h3">
          {words.details}
        </h2>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {rows.map(([term, value]) => (
            <div key={term} className="grid grid-cols-[8rem_1fr] gap-4 py-2.5">
              <dt className="text-muted">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {product.tags.length > 0 && (
          <ul aria-label={words.tags} className="mt-4 flex flex-wrap gap-2 text-sm text-muted">
            {product.tags.map((tag) => (
              <li key={tag} className="rounded-full bg-sunken px-3 py-1">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
