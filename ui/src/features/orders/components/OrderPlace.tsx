import { useQueries } from "@tanstack/react-query";
import { productQuery } from "@/api/products";
import type { Order } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { methodLabel, sellerOf } from "../model/status";
import { texts } from "../texts";
import { OrderTracking } from "./OrderTracking";

/** The pickup or delivery address, with both sides' notes. */
export function OrderPlace({ order, isCustomer }: { order: Order; isCustomer: boolean }) {
  const { shippingAddress: to, deliveryInstructions } = order;
  const pickup = order.deliveryMethod === "pickup";
  const { address } = order.merchant;
  return (
    <div className="grid gap-3">
      <h2 className="text-h3">{methodLabel(order.deliveryMethod)}</h2>
      {order.promisedFor && (
        <p className="font-semibold">{texts.promisedFor(formatDate(order.promisedFor))}</p>
      )}
      {pickup && address && (
        <address className="not-italic">
          <span className="block text-sm text-muted">{texts.collectFrom}</span>
          <span className="font-semibold">{sellerOf(order)}</span>
          <br />
          {address.street}
          <br />
          {address.city}, {address.state} {address.zipCode}
        </address>
      )}
      {pickup && <PickupInstructions order={order} />}
      {!pickup && to && (
        <address className="not-italic">
          <span className="block text-sm text-muted">{texts.deliverTo}</span>
          <span className="font-semibold">
            {to.firstName} {to.lastName}
          </span>
          <br />
          {[to.address, to.apartment].filter(Boolean).join(", ")}
          <br />
          {to.city}, {to.state} {to.zipCode}
        </address>
      )}
      {deliveryInstructions && (
        <p>
          <span className="block text-sm text-muted">
            {isCustomer ? texts.yourNote : texts.customersNote}
          </span>
          “{deliveryInstructions}”
        </p>
      )}
      <OrderTracking order={order} />
    </div>
  );
}

/** The merchant's pickup instructions for these products, without repetitions. */
function PickupInstructions({ order }: { order: Order }) {
  const products = useQueries({ queries: order.items.map(({ product }) => productQuery(product._id)) });
  const instructions = products
    .map(({ data }) => data?.fulfillment.pickupInstructions.trim())
    .filter(Boolean);
  return [...new Set(instructions)].map((text) => <p key={text}>{text}</p>);
}
