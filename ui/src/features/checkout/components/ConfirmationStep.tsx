import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { useEffect } from "react";
import { messageOf } from "@/api/error";
import { useUser } from "@/api/session";
import { clearCart } from "@/lib/cart";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { Thumbnail } from "@/ui/Thumbnail";
import { confirmedOrderQuery, type ConfirmedOrder } from "../api/checkout";
import { readDraft, writeDraft } from "../model/draft";
import { AmountList } from "./OrderSummary";
import { NextSteps } from "./NextSteps";
import { PickupPlaces } from "./PickupPlaces";
import { StepTitle } from "./StepTitle";

const METHODS: Record<string, string> = {
  pickup: "Store Pickup · ready in 2-4 hours",
  "standard-delivery": "Standard Delivery · 2-5 business days",
  "same-day-delivery": "Same Day Delivery · within 24 hours",
};

/** Step 4: the order is there. Fetched by the payment, so a reload (or another device) shows it again. */
export function ConfirmationStep({ intentId }: { intentId: string }) {
  const order = useQuery(confirmedOrderQuery(intentId));
  useSettledCheckout(intentId, order.isSuccess);
  if (order.isError) {
    return (
      <div className="grid gap-4">
        <ErrorState
          title={messageOf(order.error, "Order creation failed. Please contact support.")}
          hint="If you have paid, your order appears under your orders within a minute or two."
          onRetry={() => void order.refetch()}
          retrying={order.isFetching}
        />
        <ButtonLink
          to="/dashboard/customer"
          search={{ tab: "orders" }}
          variant="quiet"
          className="justify-self-center"
        >
          View All Orders
        </ButtonLink>
      </div>
    );
  }
  if (!order.data) {
    return (
      <div className="grid gap-6" aria-busy="true">
        <Skeleton className="h-28" />
        <Skeleton className="h-96" />
      </div>
    );
  }
  return <Confirmed order={order.data} />;
}

/** Once the order is there, the cart and what was entered for it are done with. */
function useSettledCheckout(intentId: string, placed: boolean) {
  const client = useQueryClient();
  const userId = useUser()?._id;
  useEffect(() => {
    if (!placed || !userId || readDraft(userId).payment?.intentId !== intentId) return;
    writeDraft(userId, null);
    clearCart();
    void client.invalidateQueries({ queryKey: ["orders"] });
    void client.invalidateQueries({ queryKey: ["products"] });
  }, [client, userId, intentId, placed]);
}

function Confirmed({ order }: { order: ConfirmedOrder }) {
  const { shippingAddress: to } = order;
  const pickup = order.deliveryMethod === "pickup";
  return (
    <div className="grid gap-6">
      <Card tone="leaf" className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BadgeCheck aria-hidden className="size-12 text-leaf max-sm:size-9" />
        <div className="min-w-0 flex-1">
          <StepTitle>Order Confirmed</StepTitle>
          <p className="mt-1">
            Order <strong className="whitespace-nowrap">{order.orderNumber}</strong>
          </p>
          <p className="text-sm text-muted">{formatDate(order.createdAt)}</p>
        </div>
        <Badge tone="solid">Confirmed</Badge>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-6">
          <Card>
            <h3 className="text-h3">Your items</h3>
            <ul className="mt-4 grid gap-4">
              {order.items.map((item) => (
                <li key={item.product._id} className="flex gap-4">
                  <Thumbnail src={item.product.images[0]?.url} />
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
          </Card>
          <Card className="grid gap-2">
            <h3 className="text-h3">{pickup ? "Pickup" : "Delivery"}</h3>
            <p>{METHODS[order.deliveryMethod] ?? order.deliveryMethod}</p>
            {pickup && <PickupPlaces parentNumber={order.orderNumber} />}
            {!pickup && to && (
              <address className="text-muted not-italic">
                {to.firstName} {to.lastName}
                <br />
                {to.address}
                {to.apartment && `, ${to.apartment}`}
                <br />
                {to.city}, {to.state} {to.zipCode}
              </address>
            )}
            {order.deliveryInstructions && <p className="text-muted">“{order.deliveryInstructions}”</p>}
          </Card>
        </div>
        <Card>
          <h3 className="text-h3">Billing Summary</h3>
          <AmountList amounts={order.billing} totalLabel="Total Paid" />
        </Card>
      </div>
      <NextSteps pickup={pickup} />
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
