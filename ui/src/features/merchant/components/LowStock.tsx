import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PackageMinus } from "lucide-react";
import { ownProductsQuery } from "@/api/products";
import { isLow } from "@/lib/stock";
import { Card } from "@/ui/Card";
import { Thumbnail } from "@/ui/Thumbnail";
import { stockLabel } from "../model/approval";
import { texts } from "../texts";
import { StockField } from "./StockField";

const words = texts.lowStock;
/** More would push the list of products off the first screen. */
const MAX_ROWS = 6;

/** Active products low in stock or sold out, lowest first, with a field to restock. */
export function LowStock() {
  const { data } = useQuery(ownProductsQuery({ low: "true", active: "true", limit: MAX_ROWS }));
  // A restocked product leaves at once, before the server confirms it.
  const low = data?.products.filter(({ inventory }) => isLow(inventory)) ?? [];
  const count = data ? data.pagination.totalProducts - (data.products.length - low.length) : 0;
  if (count === 0) return null;
  return (
    <Card tone="butter" role="region" aria-labelledby="low-stock">
      <h2 id="low-stock" className="flex items-center gap-2 text-h3">
        <PackageMinus aria-hidden className="size-5" /> {words.title(count)}
      </h2>
      <p className="mt-1 text-sm">{words.hint}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {low.map((product) => (
          <li key={product._id} className="flex flex-wrap items-center gap-3">
            <Thumbnail src={product.images[0]?.url} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{product.name}</span>
              <span className="text-sm">{stockLabel(product.inventory).label}</span>
            </span>
            <StockField product={product} />
          </li>
        ))}
      </ul>
      {count > MAX_ROWS && (
        <Link
          to="/dashboard/merchant"
          search={{ stock: "low" }}
          resetScroll={false}
          className="mt-4 inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
        >
          {words.all(count)}
        </Link>
      )}
    </Card>
  );
}
