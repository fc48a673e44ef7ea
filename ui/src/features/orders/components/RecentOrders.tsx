import { groupByCheckout } from "../model/status";
import { texts } from "../texts";
import { CustomerOrders } from "./CustomerOrders";
import { OrderGroup } from "./OrderGroup";

/** The customer's latest checkouts. */
export function RecentOrders({ count }: { count: number }) {
  return (
    <CustomerOrders>
      {(orders) => (
        <ul aria-label={texts.orders} className="grid gap-5">
          {groupByCheckout(orders)
            .slice(0, count)
            .map((group) => (
              <li key={group.parent}>
                <OrderGroup {...group} />
              </li>
            ))}
        </ul>
      )}
    </CustomerOrders>
  );
}
