import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Inbox, SearchX } from "lucide-react";
import { salesQuery } from "@/api/orders";
import type { FoundSales } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import {
  isNarrowed,
  merchantOrderParams,
  parseMerchantOrders,
  toSalesQuery,
  type MerchantOrderSearch,
} from "../model/merchantOrderSearch";
import { texts } from "../texts";
import { MerchantOrderFilters } from "./MerchantOrderFilters";
import { MerchantOrderRow } from "./MerchantOrderRow";

const route = getRouteApi("/dashboard/merchant");
const TITLE = "merchant-orders";

/** The merchant's orders with their actions, kept up to date by the stream. */
export function MerchantOrders() {
  const { tab: _tab, ...raw } = route.useSearch();
  const search = parseMerchantOrders(raw);
  return (
    <section aria-labelledby={TITLE} className="min-w-0">
      <h2 id={TITLE} tabIndex={-1} className="sr-only">
        {texts.orders}
      </h2>
      <QueryView
        query={useQuery({ ...salesQuery(toSalesQuery(search)), placeholderData: keepPreviousData })}
        pending={
          <div className="grid gap-3">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} className="h-18" />
            ))}
          </div>
        }
        failed={{ title: texts.none, hint: texts.failedList }}
        isEmpty={({ counts }) => Object.keys(counts).length === 0 && !isNarrowed(search)}
        empty={
          <EmptyState
            title={texts.none}
            hint={texts.noneForMerchant}
            icon={<Inbox aria-hidden className="size-10" />}
          />
        }
      >
        {(found) => <OrderBoard found={found} search={search} />}
      </QueryView>
    </section>
  );
}

function OrderBoard({ found, search }: { found: FoundSales; search: MerchantOrderSearch }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { orders, counts, pagination } = found;
  const { totalOrders, currentPage, totalPages } = pagination;
  const show = (next: MerchantOrderSearch, replace = true) =>
    void navigate({ search: { tab, ...merchantOrderParams(next) }, replace, resetScroll: false });
  return (
    <div className="grid min-w-0 gap-5">
      <MerchantOrderFilters
        orders={orders}
        counts={counts}
        search={search}
        found={totalOrders}
        onChange={(change) => show({ ...search, page: 1, ...change })}
      />
      {totalOrders === 0 && (
        <EmptyState
          level={3}
          title={texts.filter.none}
          hint={texts.filter.noneHint}
          icon={<SearchX aria-hidden className="size-10" />}
          action={
            <Button variant="secondary" onClick={() => show({ page: 1 })}>
              {texts.filter.showAll}
            </Button>
          }
        />
      )}
      <ul aria-label={texts.orders} className="grid gap-3 empty:hidden">
        {orders.map((order) => (
          <li key={order._id}>
            <MerchantOrderRow
              order={order}
              open={search.open === order._id}
              onToggle={() => show({ ...search, open: search.open === order._id ? undefined : order._id })}
            />
          </li>
        ))}
      </ul>
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        onChange={(next) => {
          show({ ...search, page: next }, false);
          document.getElementById(TITLE)?.focus();
        }}
      />
    </div>
  );
}
