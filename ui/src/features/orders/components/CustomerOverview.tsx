import { useQuery } from "@tanstack/react-query";
import { customerOrdersQuery } from "@/api/orders";
import { fromCents, formatMoney, toCents } from "@/lib/money";
import { StatCard } from "@/ui/StatCard";
import { CustomerOrders } from "./CustomerOrders";

const RECENT = 3;
const DONE = new Set(["delivered", "cancelled", "returned"]);

/** How much was bought, and the latest of it. */
export function CustomerOverview() {
  const orders = useQuery(customerOrdersQuery).data;
  const open = orders?.filter((order) => !DONE.has(order.status)).length;
  const kept = orders?.filter((order) => order.status !== "cancelled" && order.status !== "returned");
  const spent = kept && fromCents(kept.reduce((sum, order) => sum + toCents(order.total), 0));
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 [&>:last-child]:max-sm:col-span-2">
        <StatCard label="Total orders" value={orders?.length} />
        <StatCard label="Pending orders" value={open} />
        <StatCard label="Total spent" value={spent === undefined ? undefined : formatMoney(spent)} />
      </dl>
      <section aria-labelledby="recent-orders" className="grid gap-4">
        <h2 id="recent-orders" className="text-h2">
          Recent orders
        </h2>
        <CustomerOrders limit={RECENT} />
      </section>
    </div>
  );
}
