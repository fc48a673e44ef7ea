import type { UseQueryResult } from "@tanstack/react-query";
import type { Place } from "@/lib/place";
import { QueryView } from "@/ui/QueryView";
import type { ListPage } from "../api/productList";
import type { ProductSearch } from "../model/productSearch";
import { texts } from "../texts";
import { BeyondEnd } from "./BeyondEnd";
import { NothingFound } from "./NothingFound";
import { ProductGrid, ProductGridSkeleton } from "./ProductGrid";

interface Props {
  list: UseQueryResult<ListPage>;
  search: ProductSearch;
  place: Place | null;
  /** Whether any filters can be removed. */
  narrowed: boolean;
  onNarrow: (change: Partial<ProductSearch>) => void;
  onClear: () => void;
}

/** The product list in each of its states. */
export function ProductResults({ list, search, place, narrowed, onNarrow, onClear }: Props) {
  return (
    <QueryView
      query={list}
      pending={<ProductGridSkeleton width="three" />}
      failed={{ title: texts.list.empty, hint: texts.list.failedHint }}
    >
      {({ products, locationInfo, page, totalPages }) =>
        page > totalPages && totalPages > 0 ? (
          <BeyondEnd search={search} page={page} totalPages={totalPages} />
        ) : products.length === 0 ? (
          <NothingFound
            search={search}
            place={place}
            message={locationInfo.message}
            narrowed={narrowed}
            onNarrow={onNarrow}
            onClear={onClear}
          />
        ) : (
          <>
            {locationInfo.fallbackResults && (
              <p className="mb-5 rounded-ui bg-butter-soft px-4 py-3 text-butter-ink">
                {texts.list.fallback}
              </p>
            )}
            <ProductGrid products={products} width="three" eager={3} />
          </>
        )
      }
    </QueryView>
  );
}
