import { Phone } from "lucide-react";
import type { Order } from "@/api/types";
import { methodLabel } from "../model/status";
import { texts } from "../texts";
import { ContactCustomer } from "./ContactCustomer";
import { OrderItems } from "./OrderItems";
import { OrderTimeline } from "./OrderTimeline";
import { OrderTotals } from "./OrderTotals";
import { OrderTracking } from "./OrderTracking";
import { StatusActions } from "./StatusActions";

/** All details of an order, and the merchant's actions on it. */
export function MerchantOrderDetails({ order }: { order: Order }) {
  const to = order.shippingAddress;
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
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
            {to?.phone && (
              <a
                href={`tel:${to.phone}`}
                className="inline-flex min-h-6 items-center gap-1.5 underline underline-offset-4"
              >
                <Phone aria-hidden className="size-4" /> {to.phone}
              </a>
            )}
            {order.deliveryInstructions && <p className="text-muted">“{order.deliveryInstructions}”</p>}
          </div>
          <OrderTotals order={order} />
        </div>
      </div>
      <h4 className="mt-5 mb-2 text-sm font-semibold">{texts.timeline}</h4>
      <OrderTimeline order={order} />
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <StatusActions order={order} />
        <ContactCustomer order={order} className="sm:ml-auto" />
      </div>
    </>
  );
}
