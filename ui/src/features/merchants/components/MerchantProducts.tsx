import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Product } from "@/api/types";
import { buttonClass } from "@/ui/buttonClass";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { merchantProductsQuery } from "../api/merchant";
import { FILTERS } from "../model/merchantSearch";
import { texts } from "../texts";

const route = getRouteApi("/merchant/$id");

interface Props {
  merchantId: string;
  grid: (products: Product[]) => ReactNode;
  skeleton: ReactNode;
}

/** The stall's products; filter and page are in the URL. */
export function MerchantProducts({ merchantId, grid, skeleton }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(merchantProductsQuery(merchantId, search));
  const { show = "all" } = search;
  return (
    <section aria-labelledby="stall-products" className="mt-10">
      <h2 id="stall-products" className="text-h2">
        {texts.list}
      </h2>
      <div role="group" aria-label={texts.filter} className="mt-4 mb-5 flex flex-wrap gap-2">
        {FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === show}
            className={buttonClass(filter === show ? "leaf" : "secondary")}
            onClick={() =>
              void navigate({
                search: filter === "all" ? {} : { show: filter },
                replace: true,
                resetScroll: false,
              })
            }
          >
            {texts.filters[filter]}
          </button>
        ))}
      </div>
      <QueryView
        query={query}
        pending={skeleton}
        failed={{ title: texts.none, hint: texts.listFailed, level: 3 }}
        isEmpty={({ products }) => products.length === 0}
        empty={<EmptyState level={3} title={show === "all" ? texts.none : texts.noneMatching} />}
      >
        {({ products, pagination }) => (
          <>
            {grid(products)}
            <div className="mt-8">
              <Pagination
                page={pagination.currentPage}
                totalPages={pagination.totalPages}
                onChange={(page) =>
                  void navigate({ search: { ...search, page: page > 1 ? page : undefined } })
                }
              />
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
}
