import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { categoryLabel } from "@/lib/categories";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Page, PageTitle } from "@/ui/Page";
import { Pagination } from "@/ui/Pagination";
import { SearchBox } from "@/ui/SearchBox";
import { Select } from "@/ui/Select";
import { productListQuery } from "../api/productList";
import { chipsOf } from "../model/chips";
import { chosenSort, sortOf, sortsFor, withFilters, type ProductSearch } from "../model/productSearch";
import { FilterChips } from "./FilterChips";
import { FilterPanel } from "./FilterPanel";
import { FilterSheet } from "./FilterSheet";
import { ProductResults } from "./ProductResults";

const route = getRouteApi("/products");

const titleOf = (search: ProductSearch) =>
  search.category
    ? categoryLabel(search.category)
    : search.search
      ? `Results for “${search.search}”`
      : "Browse products";

export function ProductsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(productListQuery(search));
  const [sheetOpen, setSheetOpen] = useState(false);
  const total = useRef<HTMLParagraphElement>(null);
  const chips = chipsOf(search);
  const title = titleOf(search);

  const narrow = (change: Partial<ProductSearch>) =>
    void navigate({ search: withFilters(search, change), resetScroll: false });
  // What was clicked goes away with the filter: the focus moves to the total, which says what came of it.
  const drop = (without: Partial<ProductSearch>) => {
    narrow(without);
    total.current?.focus();
  };
  const clear = () =>
    drop({
      search: undefined,
      category: undefined,
      minPrice: undefined,
      maxPrice: undefined,
      isOrganic: undefined,
      zip: undefined,
    });
  const clearForm = () =>
    drop({ category: undefined, minPrice: undefined, maxPrice: undefined, isOrganic: undefined });

  const found = list.data?.pagination.totalProducts;
  return (
    <Page title={title}>
      <PageTitle>{title}</PageTitle>
      <SearchBox
        label="Search products"
        placeholder="Search products"
        value={search.search}
        onSearch={(text) => narrow({ search: text })}
        className="mt-5 md:hidden"
      />
      <div className="mt-6 gap-10 lg:grid lg:grid-cols-[15rem_1fr]">
        <aside aria-label="Filter products" className="hidden lg:block">
          <div className="sticky top-24">
            <FilterPanel search={search} onApply={narrow} onClear={clearForm} />
          </div>
        </aside>
        <section aria-label="Products" className="min-h-dvh min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p
              ref={total}
              tabIndex={-1}
              role="status"
              className="min-h-6 min-w-36 font-semibold tabular-nums outline-none"
            >
              {found === undefined
                ? ""
                : `${found.toLocaleString("en-US")} ${found === 1 ? "product" : "products"}`}
            </p>
            <div className="flex flex-1 items-center justify-end gap-2 max-sm:basis-full">
              <Button variant="secondary" className="lg:hidden" onClick={() => setSheetOpen(true)}>
                <SlidersHorizontal aria-hidden className="size-4" />
                Filters
                {chips.length > 0 && <span>({chips.length})</span>}
              </Button>
              <label className="flex items-center gap-2 text-sm max-sm:flex-1">
                <span className="whitespace-nowrap text-muted max-sm:sr-only">Sort by</span>
                <Select
                  value={sortOf(search)}
                  className="flex-1 sm:w-52"
                  onChange={(event) => narrow({ sort: chosenSort(event.target.value) })}
                >
                  {sortsFor(search).map((sort) => (
                    <option key={sort.value} value={sort.value}>
                      {sort.label}
                    </option>
                  ))}
                </Select>
              </label>
            </div>
          </div>
          <div className={cx(chips.length > 0 && "mt-4")}>
            <FilterChips chips={chips} onRemove={(chip) => drop(chip.without)} onClear={clear} />
          </div>
          <div className="mt-6">
            <ProductResults list={list} narrowed={chips.length > 0} onClear={clear} />
          </div>
          {list.data && (
            <div className="mt-10">
              <Pagination
                page={list.data.pagination.currentPage}
                totalPages={list.data.pagination.totalPages}
                onChange={(page) => {
                  void navigate({ search: { ...search, page: page === 1 ? undefined : page } });
                  total.current?.focus({ preventScroll: true });
                }}
              />
            </div>
          )}
        </section>
      </div>
      <FilterSheet
        search={search}
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        onApply={narrow}
        onClear={clearForm}
      />
    </Page>
  );
}
