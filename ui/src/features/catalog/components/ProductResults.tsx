import type { UseQueryResult } from "@tanstack/react-query";
import { Sprout } from "lucide-react";
import type { ProductList } from "@/api/types";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { ProductGrid, ProductGridSkeleton } from "./ProductGrid";

interface Props {
  list: UseQueryResult<ProductList>;
  /** Whether filters are set that could be taken back. */
  narrowed: boolean;
  onClear: () => void;
}

const EMPTY = "No Local Products Available";

/** The list in each of its states. */
export function ProductResults({ list, narrowed, onClear }: Props) {
  if (list.isPending) return <ProductGridSkeleton width="three" />;
  if (list.isError) {
    return (
      <ErrorState
        title={EMPTY}
        hint="The products could not be loaded."
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const { products, locationInfo } = list.data;
  if (products.length === 0) {
    return (
      <EmptyState
        title={locationInfo?.message ? "No local merchants found" : EMPTY}
        hint={
          locationInfo?.message ??
          (narrowed ? "Nothing matches all of your filters." : "New stalls open every week.")
        }
        icon={<Sprout aria-hidden className="size-10" />}
        action={
          narrowed && (
            <Button variant="secondary" onClick={onClear}>
              Clear all filters
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      {locationInfo?.fallbackResults && (
        <p className="mb-5 rounded-ui bg-butter-soft px-4 py-3 text-butter-ink">
          Showing nearest available merchants
        </p>
      )}
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={cx("transition-opacity", list.isPlaceholderData && "opacity-50")}
      >
        <ProductGrid products={products} width="three" eager={3} />
      </div>
    </>
  );
}
