import { useQuery } from "@tanstack/react-query";
import { favoritesQuery } from "@/api/favorites";
import { purchasesQuery } from "@/api/orders";
import { useUser } from "@/api/session";
import { formatMoney } from "@/lib/money";
import { StatCard } from "@/ui/StatCard";
import { OVERVIEW } from "../model/orderParams";
import { texts } from "../texts";
import { RecentOrders } from "./RecentOrders";

const words = texts.overview;

/** The customer's totals, and the latest orders. The counts are those of the tab Orders. */
export function CustomerOverview() {
  const user = useUser();
  const favorites = useQuery({ ...favoritesQuery(user?._id ?? ""), enabled: Boolean(user) });
  const { data: found, isError: failed } = useQuery(purchasesQuery(OVERVIEW));
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label={words.total} value={found?.counts.all} failed={failed} />
        <StatCard label={words.pending} value={found?.counts.open} failed={failed} />
        <StatCard label={words.spent} value={found && formatMoney(found.spent)} failed={failed} />
        <StatCard label={words.favorites} value={favorites.data?.length} failed={favorites.isError} />
      </dl>
      <section aria-labelledby="recent-orders" className="grid gap-4">
        <h2 id="recent-orders" className="text-h2">
          {words.recent}
        </h2>
        <RecentOrders />
      </section>
    </div>
  );
}
