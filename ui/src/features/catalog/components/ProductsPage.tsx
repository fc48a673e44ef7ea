import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { categoryLabel } from "@/lib/categories";
import type { Head } from "@/lib/head";
import { categoryWords } from "@/lib/pageWords";
import { placeOf, usePlace } from "@/lib/place";
import { Page, PageTitle } from "@/ui/Page";
import { Pagination } from "@/ui/Pagination";
import { productListQuery, summaryQuery } from "../api/productList";
import { filterCount } from "../model/chips";
import { NO_FILTERS } from "../model/filterDraft";
import { listPlace, withFilters, type ProductSearch } from "../model/productSearch";
import { texts } from "../texts";
import { Correction, NoExactMatch } from "./Correction";
import { FilterChips } from "./FilterChips";
import { FilterPanel } from "./FilterPanel";
import { FilterSheet } from "./FilterSheet";
import { LinkedPlace } from "./LinkedPlace";
import { ListHeader } from "./ListHeader";
import { ProductResults } from "./ProductResults";

const route = getRouteApi("/products");
const NO_LINKED_PLACE = { zip: undefined, lat: undefined, lon: undefined, radius: undefined };

function headOf(search: ProductSearch): Head {
  if (search.category) return categoryWords(categoryLabel(search.category));
  return { title: search.search ? texts.list.resultsFor(search.search) : texts.list.title };
}

export function ProductsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const saved = usePlace();
  const pagePlace = placeOf(search, saved);
  const place = listPlace(search, saved);
  const list = useQuery(productListQuery(search, place));
  const summary = useQuery(summaryQuery(search, place));
  const [sheetOpen, setSheetOpen] = useState(false);
  const total = useRef<HTMLParagraphElement>(null);
  const head = headOf(search);

  const narrow = (change: Partial<ProductSearch>) =>
    void navigate({ search: withFilters(search, change), resetScroll: false });
  // The clicked chip disappears, so the focus moves to the new total.
  const drop = (without: Partial<ProductSearch>) => {
    narrow(without);
    total.current?.focus({ preventScroll: true });
  };
  const clearForm = () => drop(NO_FILTERS);
  const clear = () => drop({ ...NO_FILTERS, search: undefined, exact: undefined });

  const corrected = list.data?.correctedSearch;
  const unknownWords = search.exact !== undefined && Boolean(corrected);
  const info = list.data?.locationInfo;
  const near = info !== undefined && !info.fallbackResults && info.message === null;
  const linked = pagePlace && (pagePlace.zipCode !== saved?.zipCode || pagePlace.type !== saved.type);
  return (
    <Page {...head}>
      <PageTitle>{head.title}</PageTitle>
      {corrected && !unknownWords && <Correction search={search} corrected={corrected} />}
      <div className="mt-5 gap-10 lg:mt-6 lg:grid lg:grid-cols-[15rem_1fr]">
        <aside aria-label={texts.filters.aside} className="hidden lg:block">
          <div className="sticky top-20 max-h-[calc(100dvh-5rem)] overflow-y-auto p-1 pb-4">
            <FilterPanel
              search={search}
              facets={summary.data?.facets}
              place={pagePlace}
              onApply={narrow}
              onClear={clearForm}
            />
          </div>
        </aside>
        <section aria-label={texts.list.label} className="min-h-dvh min-w-0">
          {linked && <LinkedPlace place={pagePlace} saved={saved} onLeave={() => drop(NO_LINKED_PLACE)} />}
          <ListHeader
            search={search}
            place={place}
            total={unknownWords ? 0 : list.data?.total}
            near={near}
            totalRef={total}
            onSort={(sort) => narrow({ sort })}
            onFilters={() => setSheetOpen(true)}
          />
          <div className="mt-4 min-h-9">
            <FilterChips
              search={search}
              facets={summary.data?.facets}
              onToggle={narrow}
              onRemove={(chip) => drop(chip.without)}
              onClear={clear}
            />
          </div>
          <div className="mt-5">
            {unknownWords ? (
              <NoExactMatch search={search} corrected={corrected ?? ""} />
            ) : (
              <ProductResults
                list={list}
                search={search}
                place={place}
                narrowed={filterCount(search) > 0}
                onNarrow={drop}
                onClear={clear}
              />
            )}
          </div>
          {list.data && !unknownWords && (
            <div className="mt-10">
              <Pagination
                page={list.data.page}
                totalPages={list.data.totalPages}
                onChange={(page) => {
                  void navigate({ search: { ...search, page: page === 1 ? undefined : page } });
                  total.current?.focus({ preventScroll: true });
                }}
              />
            </div>
          )}
        </section>
      </div>
      {sheetOpen && (
        <FilterSheet
          search={search}
          place={pagePlace}
          onClose={() => setSheetOpen(false)}
          onApply={narrow}
          onClear={clearForm}
        />
      )}
    </Page>
  );
}
