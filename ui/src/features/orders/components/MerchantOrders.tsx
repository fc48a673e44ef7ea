import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Inbox, SearchX } from "lucide-react";
import { merchantOrdersQuery } from "@/api/orders";
import type { Order } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import {
  merchantOrderParams,
  findMerchantOrders,
  parseMerchantOrders,
  type MerchantOrderSearch,
} from "../model/merchantOrderSearch";
import { texts } from "../texts";
import { MerchantOrderFilters } from "./MerchantOrderFilters";
import { MerchantOrderRow } from "./MerchantOrderRow";

const route = getRouteApi("/dashboard/merchant");
const TITLE = "merchant-orders";

/** The merchant's orders with their actions, kept up to date by the stream. */
export function MerchantOrders() {
  return (
    <section aria-labelledby={TITLE} className="min-w-0">
      <h2 id={TITLE} tabIndex={-1} className="sr-only">
        {texts.orders}
      </h2>
      <QueryView
        query={useQuery(merchantOrdersQuery)}
        pending={
          <div className="grid gap-3">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} className="h-18" />
            ))}
          </div>
        }
        failed={{ title: texts.failedList, hint: texts.tryAgain }}
        empty={
          <EmptyState
            title={texts.none}
            hint={texts.noneForMerchant}
            icon={<Inbox aria-hidden className="size-10" />}
          />
        }
      >
        {(orders) => <OrderBoard orders={orders} />}
      </QueryView>
    </section>
  );
}

function OrderBoard({ orders }: { orders: readonly Order[] }) {
  const { tab, ...raw } = route.useSearch();
  const navigate = route.useNavigate();
  const search = parseMerchantOrders(raw);
  const { rows, total, page, totalPages } = findMerchantOrders(orders, search);
  const show = (next: MerchantOrderSearch, replace = true) =>
    void navigate({ search: { tab, ...merchantOrderParams(next) }, replace, resetScroll: false });
  return (
    <div className="grid min-w-0 gap-5">
      <MerchantOrderFilters
        orders={orders}
        search={search}
        found={total}
        onChange={(change) => show({ ...search, page: 1, ...change })}
      />
      {total === 0 && (
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
        {rows.map((order) => (
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
        page={page}
        totalPages={totalPages}
        onChange={(next) => {
          show({ ...search, page: next }, false);
          document.getElementById(TITLE)?.focus();
        }}
      />
    </div>
  );
}
