import { Link } from "@tanstack/react-router";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { favoriteStates } from "@/lib/favorites";
import { FavoriteRow } from "./FavoriteRow";

/** The favorites of one merchant. */
export function FavoriteGroup({ products, userId }: { products: readonly Product[]; userId: string }) {
  const [first] = products;
  if (!first) return null;
  const saved = favoriteStates(userId);
  return (
    <section aria-labelledby={`favorites-${first.merchant._id}`}>
      <h3 id={`favorites-${first.merchant._id}`} className="text-h3">
        <Link
          to="/merchant/$id"
          params={{ id: first.merchant._id }}
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {merchantName(first)}
        </Link>
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {products.map((product) => (
          <FavoriteRow key={product._id} product={product} saved={saved[product._id]} />
        ))}
      </ul>
    </section>
  );
}
