import type { Order } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { zoneAt } from "@/lib/timeZone";
import { methodLabel, recipientOf } from "../model/status";
import { texts } from "../texts";
import { ContactCustomer } from "./ContactCustomer";
import { OrderItems } from "./OrderItems";
import { OrderTimeline } from "./OrderTimeline";
import { OrderTotals } from "./OrderTotals";
import { OrderTracking } from "./OrderTracking";
import { PhoneLink } from "./PhoneLink";
import { StatusActions } from "./StatusActions";

/** All details of an order, and the merchant's actions on it. */
export function MerchantOrderDetails({ order }: { order: Order }) {
  const to = order.shippingAddress;
  const { name, phone } = recipientOf(order);
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid content-start gap-4">
          <OrderItems order={order} />
          <OrderTracking order={order} />
        </div>
        <div className="grid content-start gap-4">
          <div className="text-sm">
            <p className="font-semibold">{name}</p>
            <p className="text-muted">{methodLabel(order.deliveryMethod)}</p>
            {order.promisedFor && (
              <p className="font-semibold">{texts.promisedFor(formatDate(order.promisedFor))}</p>
            )}
            {to && order.deliveryMethod !== "pickup" && (
              <address className="text-muted not-italic">
                {[to.address, to.apartment, to.city].filter(Boolean).join(", ")}, {to.state} {to.zipCode}
              </address>
            )}
            {phone && <PhoneLink phone={phone} />}
            {order.deliveryInstructions && <p className="text-muted">“{order.deliveryInstructions}”</p>}
          </div>
          <OrderTotals order={order} />
        </div>
      </div>
      <h4 className="mt-5 mb-2 text-sm font-semibold">{texts.timeline}</h4>
      <OrderTimeline order={order} timeZone={zoneAt(order.merchant.address)} />
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <StatusActions order={order} />
        <ContactCustomer order={order} className="sm:ml-auto" />
      </div>
    </>
  );
}
