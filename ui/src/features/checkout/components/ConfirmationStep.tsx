import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { useEffect } from "react";
import { useSupportEmail, useSupportPhone } from "@/api/config";
import { useUser } from "@/api/session";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { ErrorState } from "@/ui/ErrorState";
import { NeedHelp } from "@/ui/NeedHelp";
import { Skeleton } from "@/ui/Skeleton";
import { Thumbnail } from "@/ui/Thumbnail";
import { confirmedOrderQuery, type ConfirmedOrder } from "../api/checkout";
import { orderFailureText } from "../model/failureTexts";
import { readDraft } from "../model/draft";
import { settleCheckout } from "../model/settleCheckout";
import { texts } from "../texts";
import { AmountList } from "./OrderSummary";
import { NextSteps } from "./NextSteps";
import { PickupPlaces } from "./PickupPlaces";
import { StepTitle } from "./StepTitle";

/** Step 4: the placed order. It is fetched by its payment, so a reload or another device shows it again. */
export function ConfirmationStep({ intentId }: { intentId: string }) {
  const order = useQuery(confirmedOrderQuery(intentId));
  useSettledCheckout(intentId, order.data);
  const userId = useUser()?._id;
  const pending = userId ? readDraft(userId).payment : undefined;
  // The bank returned the customer without a payment: another card can be tried.
  const unpaid = pending?.intentId === intentId && !pending.paid && !pending.ended;
  if (order.isError) {
    return (
      <div className="grid gap-4">
        <ErrorState
          title={orderFailureText(order.error)}
          hint={texts.notOrderedHint}
          onRetry={() => void order.refetch()}
          retrying={order.isFetching}
        />
        <div className="flex flex-wrap justify-center gap-3">
          {unpaid && (
            <ButtonLink to="/checkout" search={{ step: 3 }}>
              {texts.backToPayment}
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }} variant="quiet">
            {texts.viewAll}
          </ButtonLink>
        </div>
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
  return <OrderConfirmation order={order.data} />;
}

/** Takes the goods out of the cart, and ends the checkout's draft, once the order is placed. */
function useSettledCheckout(intentId: string, order: ConfirmedOrder | undefined) {
  const client = useQueryClient();
  const userId = useUser()?._id;
  useEffect(() => {
    if (order && userId) void settleCheckout(client, { userId, intentId, order, isSeen: true });
  }, [client, userId, intentId, order]);
}

function OrderConfirmation({ order }: { order: ConfirmedOrder }) {
  const supportEmail = useSupportEmail();
  const supportPhone = useSupportPhone();
  const { shippingAddress: to } = order;
  const pickup = order.deliveryMethod === "pickup";
  return (
    <div className="grid gap-6">
      <Card tone="leaf" className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BadgeCheck aria-hidden className="size-12 text-leaf max-sm:size-9" />
        <div className="min-w-0 flex-1 basis-48">
          <StepTitle>{texts.orderConfirmed}</StepTitle>
          <p className="mt-1">
            {texts.order} <strong className="whitespace-nowrap">{order.orderNumber}</strong>
          </p>
          <p className="text-sm text-muted">{formatDate(order.createdAt)}</p>
        </div>
        <Badge tone="solid">{texts.confirmed}</Badge>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-6">
          <Card>
            <h3 className="text-h3">{texts.yourItems}</h3>
            <ul className="mt-4 grid gap-4">
              {order.items.map((item) => (
                <li key={item.product._id} className="flex gap-4">
                  <Thumbnail src={item.product.images[0]?.url} />
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">{item.name}</p>
                    <p className="text-sm text-muted">{texts.soldBy(item.merchantName)}</p>
                    <p className="text-sm text-muted">{texts.quantity(item.quantity, item.unit)}</p>
                  </div>
                  <p className="font-semibold tabular-nums">{formatMoney(item.subtotal)}</p>
                </li>
              ))}
            </ul>
          </Card>
          <Card className="grid gap-2">
            <h3 className="text-h3">{pickup ? texts.pickup : texts.delivery}</h3>
            <p>{texts.method[order.deliveryMethod] ?? order.deliveryMethod}</p>
            {order.promisedFor && (
              <p className="font-semibold">{texts.promisedFor(formatDate(order.promisedFor))}</p>
            )}
            {pickup && <PickupPlaces parentNumber={order.orderNumber} />}
            {!pickup && to && (
              <address className="text-muted not-italic">
                {to.firstName} {to.lastName}
                <br />
                {[to.address, to.apartment].filter(Boolean).join(", ")}
                <br />
                {to.city}, {to.state} {to.zipCode}
              </address>
            )}
            {order.deliveryInstructions && <p className="text-muted">“{order.deliveryInstructions}”</p>}
          </Card>
        </div>
        <Card>
          <h3 className="text-h3">{texts.billingSummary}</h3>
          <AmountList amounts={order.billing} totalLabel={texts.totalPaid} />
        </Card>
      </div>
      <NextSteps pickup={pickup} />
      <NeedHelp
        orderNumber={order.orderNumber}
        supportEmail={supportEmail}
        supportPhone={supportPhone}
        withSellers
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }}>
          {texts.viewAll}
        </ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          {texts.continueShopping}
        </ButtonLink>
      </div>
    </div>
  );
}
