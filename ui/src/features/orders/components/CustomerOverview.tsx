import { useQuery } from "@tanstack/react-query";
import { favoritesQuery } from "@/api/favorites";
import { customerOrdersQuery } from "@/api/orders";
import { useUser } from "@/api/session";
import { fromCents, formatMoney, toCents } from "@/lib/money";
import { StatCard } from "@/ui/StatCard";
import { hasEnded } from "../model/status";
import { texts } from "../texts";
import { RecentOrders } from "./RecentOrders";

const words = texts.overview;

const RECENT_CHECKOUTS = 3;

/** The customer's totals, and the latest orders. */
export function CustomerOverview() {
  const user = useUser();
  const favorites = useQuery({ ...favoritesQuery(user?._id ?? ""), enabled: Boolean(user) });
  const { data: orders, isError: failed } = useQuery(customerOrdersQuery);
  const open = orders?.filter((order) => !hasEnded(order)).length;
  const purchases = orders?.filter((order) => order.status !== "cancelled" && order.status !== "returned");
  const spent = purchases && fromCents(purchases.reduce((sum, order) => sum + toCents(order.total), 0));
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label={words.total} value={orders?.length} failed={failed} />
        <StatCard label={words.pending} value={open} failed={failed} />
        <StatCard
          label={words.spent}
          value={spent === undefined ? undefined : formatMoney(spent)}
          failed={failed}
        />
        <StatCard label={words.favorites} value={favorites.data?.length} failed={favorites.isError} />
      </dl>
      <section aria-labelledby="recent-orders" className="grid gap-4">
        <h2 id="recent-orders" className="text-h2">
          {words.recent}
        </h2>
        <RecentOrders count={RECENT_CHECKOUTS} />
      </section>
    </div>
  );
}
