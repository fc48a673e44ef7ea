import { getRouteApi } from "@tanstack/react-router";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Pagination } from "@/ui/Pagination";
import { toPurchaseQuery, type OrderSearch } from "../model/orderParams";
import { groupByCheckout } from "../model/status";
import { texts } from "../texts";
import { CustomerOrders } from "./CustomerOrders";
import { OrderFilters } from "./OrderFilters";
import { OrderGroup } from "./OrderGroup";

const route = getRouteApi("/dashboard/customer");
const TITLE = "my-orders";

/** All of the customer's checkouts, with filters and page in the URL. */
export function MyOrders() {
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: OrderSearch) =>
    void navigate({ search: { tab, ...next }, replace: true, resetScroll: false });
  function turnTo(page: number) {
    void navigate({ search: { tab, ...search, page: page > 1 ? page : undefined } });
    document.getElementById(TITLE)?.focus();
  }
  return (
    <section aria-labelledby={TITLE} className="grid gap-5">
      <h2 id={TITLE} tabIndex={-1} className="text-h2 outline-none">
        {texts.myOrders}
      </h2>
      <CustomerOrders query={toPurchaseQuery(search)}>
        {({ orders, counts, pagination: { totalOrders, currentPage, totalPages } }) => (
          <div className="grid gap-5">
            <OrderFilters counts={counts} search={search} found={totalOrders} onChange={show} />
            {totalOrders === 0 && (
              <EmptyState
                level={3}
                title={texts.filter.none}
                hint={texts.filter.noneHint}
                action={
                  <Button variant="secondary" onClick={() => show({})}>
                    {texts.filter.showAll}
                  </Button>
                }
              />
            )}
            <ul aria-label={texts.orders} className="grid gap-5 empty:hidden">
              {groupByCheckout(orders).map((group) => (
                <li key={group.parent}>
                  <OrderGroup {...group} />
                </li>
              ))}
            </ul>
            <Pagination page={currentPage} totalPages={totalPages} onChange={turnTo} />
          </div>
        )}
      </CustomerOrders>
    </section>
  );
}
