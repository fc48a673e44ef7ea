import { useQuery } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { messageOf } from "@/api/error";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { ErrorState } from "@/ui/ErrorState";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { confirmedOrderQuery, type ConfirmedOrder } from "../api/checkout";
import { AmountList } from "./OrderSummary";

const NEXT_STEPS = [
  ["The merchant confirms your order", "You see it under your orders as soon as it happens."],
  ["Your items are prepared", "Picked, packed or baked for you."],
  ["Pickup or delivery", "You collect it, or it comes to your door."],
  ["Enjoy", "And tell others what you think of it."],
] as const;

const METHODS: Record<string, string> = {
  pickup: "Store Pickup · ready in 2-4 hours",
  "standard-delivery": "Standard Delivery · 2-5 business days",
  "same-day-delivery": "Same Day Delivery · within 24 hours",
};

/** Step 4: the order is there. Fetched by the payment, so a reload (or another device) shows it again. */
export function ConfirmationStep({ intentId }: { intentId: string }) {
  const order = useQuery(confirmedOrderQuery(intentId));
  if (order.isError) {
    return (
      <ErrorState
        title={messageOf(order.error, "Order creation failed. Please contact support.")}
        onRetry={() => void order.refetch()}
        retrying={order.isFetching}
      />
    );
  }
  if (!order.data) {
    return (
      <div className="grid gap-4" aria-busy="true">
        <Skeleton className="h-32" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  return <Confirmed order={order.data} />;
}

function Confirmed({ order }: { order: ConfirmedOrder }) {
  const { shippingAddress: to } = order;
  const amounts = {
    subtotal: order.billing.subtotal,
    tax: order.billing.tax,
    deliveryFee: order.billing.deliveryFee,
    total: order.billing.total,
  };
  return (
    <div className="grid gap-6">
      <Card className="flex flex-wrap items-center gap-4 bg-leaf-soft">
        <BadgeCheck aria-hidden className="size-12 text-leaf" />
        <div className="min-w-0 flex-1">
          <h2 className="text-h2">Order Confirmed</h2>
          <p className="mt-1">
            Order <strong>{order.orderNumber}</strong> · {formatDate(order.createdAt)}
          </p>
        </div>
        <Badge tone="leaf">Confirmed</Badge>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <h3 className="text-h3">Your items</h3>
          <ul className="mt-4 grid gap-4">
            {order.items.map((item) => (
              <li key={`${item.name}-${item.merchantName}`} className="flex gap-4">
                <Picture src={item.product.images[0]?.url} alt="" className="w-20 shrink-0" sizes="80px" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">{item.name}</p>
                  <p className="text-sm text-muted">Sold by {item.merchantName}</p>
                  <p className="text-sm text-muted">
                    {item.quantity} {item.unit}
                    {item.quantity > 1 && "s"}
                  </p>
                </div>
                <p className="font-semibold tabular-nums">{formatMoney(item.subtotal)}</p>
              </li>
            ))}
          </ul>
          <h3 className="mt-8 text-h3">{order.deliveryMethod === "pickup" ? "Pickup" : "Delivery"}</h3>
          <p className="mt-2">{METHODS[order.deliveryMethod] ?? order.deliveryMethod}</p>
          {to && (
            <address className="mt-2 text-muted not-italic">
              {to.firstName} {to.lastName}
              <br />
              {to.address}
              {to.apartment && `, ${to.apartment}`}
              <br />
              {to.city}, {to.state} {to.zipCode}
            </address>
          )}
          {order.deliveryInstructions && <p className="mt-2 text-muted">“{order.deliveryInstructions}”</p>}
        </Card>
        <Card>
          <h3 className="text-h3">Billing Summary</h3>
          <AmountList amounts={amounts} totalLabel="Total Paid" />
        </Card>
      </div>
      <Card>
        <h3 className="text-h3">What Happens Next</h3>
        <ol className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {NEXT_STEPS.map(([title, text], index) => (
            <li key={title} className="flex gap-3">
              <span
                aria-hidden
                className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-bold text-leaf"
              >
                {index + 1}
              </span>
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }}>
          View All Orders
        </ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}
