import type { PendingProduct } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { Card } from "@/ui/Card";
import { Price } from "@/ui/Price";
import { Thumbnail } from "@/ui/Thumbnail";
import { judgeProduct } from "../api/admin";
import { VerdictButtons } from "./VerdictButtons";
import { texts } from "../texts";

/** Products that wait to be sold. */
export function PendingProducts({ products }: { products: PendingProduct[] }) {
  return (
    <section aria-labelledby="pending-products" className="grid gap-4">
      <h2 id="pending-products" className="text-h2">
        {texts.products.title}
      </h2>
      {products.length === 0 && <p className="text-muted">{texts.products.none}</p>}
      <ul className="grid gap-4 lg:grid-cols-2">
        {products.map((product) => (
          <li key={product._id}>
            <Card role="group" aria-label={product.name} className="flex h-full gap-4">
              <Thumbnail src={product.images[0]?.url} size="lg" />
              <div className="grid min-w-0 flex-1 content-start gap-2">
                <h3 className="text-h3">{product.name}</h3>
                <p className="text-sm text-muted">
                  {categoryLabel(product.category)} ·{" "}
                  {product.merchant?.businessInfo?.businessName ?? product.merchant?.name}
                </p>
                <Price value={product.price} unit={product.inventory.unit} />
                <p className="text-sm">{product.description}</p>
                <VerdictButtons
                  name={product.name}
                  consequence={texts.products.consequence}
                  judge={(verdict) => judgeProduct(product._id, verdict)}
                  failure={texts.products.failed}
                />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
