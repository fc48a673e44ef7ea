import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, SearchX, Sprout } from "lucide-react";
import { ownProductsQuery } from "@/api/products";
import type { FoundOwn } from "@/api/types";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { parseFilter, toOwnQuery, type ProductFilter } from "../model/productFilter";
import { texts } from "../texts";
import { LowStock } from "./LowStock";
import { ProductFilters } from "./ProductFilters";
import { ProductTable } from "./ProductTable";

const words = texts.products;
const route = getRouteApi("/dashboard/merchant");
const TITLE = "my-products";

/** The merchant's figures and products. */
export function MyProducts() {
  const filter = parseFilter(route.useSearch());
  const query = useQuery({ ...ownProductsQuery(toOwnQuery(filter)), placeholderData: keepPreviousData });
  return (
    <div className="grid grid-cols-1 gap-8">
      <Figures stats={query.data?.stats} failed={query.isError} />
      <LowStock />
      <section aria-labelledby={TITLE} className="grid min-w-0 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={TITLE} tabIndex={-1} className="text-h2 outline-none">
            {words.title}
          </h2>
          <ButtonLink to="/dashboard/merchant" search={{ tab: "add" }}>
            <Plus aria-hidden className="size-5" /> {words.addNew}
          </ButtonLink>
        </div>
        <QueryView
          query={query}
          pending={<Skeleton className="h-96" />}
          failed={{ title: words.none, hint: words.failed, level: 3 }}
          isEmpty={({ stats }) => stats.totalProducts === 0}
          empty={
            <EmptyState
              title={words.none}
              hint={words.noneHint}
              level={3}
              icon={<Sprout aria-hidden className="size-10" />}
            />
          }
        >
          {(found) => <FilteredProducts found={found} filter={filter} />}
        </QueryView>
      </section>
    </div>
  );
}

function Figures({ stats, failed }: { stats: FoundOwn["stats"] | undefined; failed: boolean }) {
  const rating = stats && (stats.averageRating ? stats.averageRating : words.noRating);
  return (
    <dl className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4">
      <StatCard label={words.total} value={stats?.totalProducts} failed={failed} />
      <StatCard label={words.active} value={stats?.activeProducts} failed={failed} />
      <StatCard label={words.views} value={stats?.totalViews} failed={failed} />
      <StatCard label={words.rating} value={rating} failed={failed} />
    </dl>
  );
}

/** The filters and the matching products; the filters are in the URL. */
function FilteredProducts({ found, filter }: { found: FoundOwn; filter: ProductFilter }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { products, counts, pagination } = found;
  const { totalProducts, currentPage, totalPages } = pagination;
  const show = ({ low, page: turned, ...rest }: Partial<ProductFilter>, replace = true) =>
    void navigate({
      search: {
        tab,
        ...rest,
        stock: low ? "low" : undefined,
        page: turned && turned > 1 ? String(turned) : undefined,
      },
      replace,
      resetScroll: false,
    });
  return (
    <div className="grid min-w-0 gap-5">
      <ProductFilters
        counts={counts}
        filter={filter}
        found={totalProducts}
        onChange={(change) => show({ ...filter, page: 1, ...change })}
      />
      {totalProducts === 0 ? (
        <EmptyState
          level={3}
          title={texts.filter.none}
          hint={texts.filter.noneHint}
          icon={<SearchX aria-hidden className="size-10" />}
          action={
            <Button variant="secondary" onClick={() => show({})}>
              {texts.filter.showAll}
            </Button>
          }
        />
      ) : (
        <ProductTable products={products} />
      )}
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        onChange={(next) => {
          show({ ...filter, page: next }, false);
          document.getElementById(TITLE)?.focus();
        }}
      />
    </div>
  );
}
