import { OVERVIEW } from "../model/orderParams";
import { groupByCheckout } from "../model/status";
import { texts } from "../texts";
import { CustomerOrders } from "./CustomerOrders";
import { OrderGroup } from "./OrderGroup";

/** The customer's latest checkouts. */
export function RecentOrders() {
  return (
    <CustomerOrders query={OVERVIEW}>
      {({ orders }) => (
        <ul aria-label={texts.orders} className="grid gap-5">
          {groupByCheckout(orders).map((group) => (
            <li key={group.parent}>
              <OrderGroup {...group} />
            </li>
          ))}
        </ul>
      )}
    </CustomerOrders>
  );
}
