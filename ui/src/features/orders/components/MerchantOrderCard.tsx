import type { Order } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { methodLabel, numberOf } from "../model/status";
import { texts } from "../texts";
import { ContactCustomer } from "./ContactCustomer";
import { OrderItems } from "./OrderItems";
import { OrderTimeline } from "./OrderTimeline";
import { OrderTotals } from "./OrderTotals";
import { OrderTracking } from "./OrderTracking";
import { StatusActions } from "./StatusActions";
import { StatusBadge } from "./StatusBadge";

/** One order as its merchant works on it. */
export function MerchantOrderCard({ order }: { order: Order }) {
  const number = numberOf(order);
  const to = order.shippingAddress;
  return (
    <Card role="group" aria-label={texts.order(number)}>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-h3">{number}</h3>
        <StatusBadge status={order.status} />
        <time dateTime={order.createdAt} className="ml-auto text-sm text-muted">
          {formatDateTime(order.createdAt)}
        </time>
      </div>
      <div className="mt-4 grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid content-start gap-4">
          <OrderItems order={order} />
          <OrderTracking order={order} />
        </div>
        <div className="grid content-start gap-4">
          <div className="text-sm">
            <p className="font-semibold">{order.customer.name}</p>
            <p className="text-muted">{methodLabel(order.deliveryMethod)}</p>
            {to && order.deliveryMethod !== "pickup" && (
              <address className="text-muted not-italic">
                {to.address}
                {to.apartment && `, ${to.apartment}`}, {to.city}, {to.state} {to.zipCode}
              </address>
            )}
            {order.deliveryInstructions && <p className="text-muted">“{order.deliveryInstructions}”</p>}
          </div>
          <OrderTotals order={order} />
          <details className="text-sm">
            <summary className="min-h-6 font-semibold">{texts.timeline}</summary>
            <div className="mt-2">
              <OrderTimeline order={order} />
            </div>
          </details>
        </div>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <StatusActions order={order} />
        <ContactCustomer order={order} className="sm:ml-auto" />
      </div>
    </Card>
  );
}
