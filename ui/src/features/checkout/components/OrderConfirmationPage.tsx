import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page, PageTitle } from "@/ui/Page";
import { ConfirmationStep } from "./ConfirmationStep";

const route = getRouteApi("/order-confirmation");

/** Where a payment provider sends the customer back to: shows the order of the payment that it names. */
export function OrderConfirmationPage() {
  const { payment_intent: intentId } = route.useSearch();
  return (
    <Page title="Order confirmation">
      <PageTitle className="mb-6">Your order</PageTitle>
      {intentId ? (
        <ConfirmationStep intentId={intentId} />
      ) : (
        <EmptyState
          title="No order to show"
          hint="This page needs the payment that it belongs to. Your orders are all in one place."
          action={
            <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }}>
              View All Orders
            </ButtonLink>
          }
        />
      )}
    </Page>
  );
}
