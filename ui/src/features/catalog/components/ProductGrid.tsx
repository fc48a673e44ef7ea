import type { Product } from "@/api/types";
import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { CARD_SIZES, ProductCard } from "./ProductCard";

const grid = "grid grid-cols-2 gap-3 sm:gap-4 lg:gap-5";
/** Multiples of four fill their rows at every width: rails have four products, the home page eight. */
const columns = { three: "md:grid-cols-3", four: "md:grid-cols-4" } as const;

interface Props {
  products: Product[];
  level?: 2 | 3;
  width: keyof typeof columns;
  /** The number of cards on the first screen. */
  eager?: number;
}

export function ProductGrid({ products, level, width, eager = 0 }: Props) {
  return (
    <ul className={cx(grid, columns[width])}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} level={level} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}

interface SkeletonProps extends Pick<Props, "width"> {
  /** Data of the first products, filled in by the server. */
  known?: { name: string; picture: string }[];
}

/** A placeholder with the height of eight cards. */
export function ProductGridSkeleton({ width, known = [] }: SkeletonProps) {
  return (
    <ul aria-hidden className={cx(grid, columns[width])}>
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index} className="overflow-hidden rounded-ui border border-line bg-surface">
          {known[index] ? (
            <div className="anywhere">
              <Picture src={known[index].picture} alt="" eager sizes={CARD_SIZES} square />
            </div>
          ) : (
            <Skeleton square className="aspect-4/3" />
          )}
          <div className="grid gap-1 p-3 lg:p-4">
            {known[index] ? (
              <p className="anywhere leading-snug font-semibold">{known[index].name}</p>
            ) : (
              <Skeleton className="h-5.5 w-4/5" />
            )}
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-1 h-6 w-2/5" />
          </div>
        </li>
      ))}
    </ul>
  );
}
