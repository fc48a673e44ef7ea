import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page, PageTitle } from "@/ui/Page";
import { texts } from "../texts";
import { ConfirmationStep } from "./ConfirmationStep";

const route = getRouteApi("/order-confirmation");

/** The provider's return address: shows the order of the payment in the URL. */
export function OrderConfirmationPage() {
  const { payment_intent: intentId } = route.useSearch();
  return (
    <Page title={texts.confirmationTitle}>
      <PageTitle className="mb-6">{texts.yourOrder}</PageTitle>
      {intentId ? (
        <ConfirmationStep intentId={intentId} />
      ) : (
        <EmptyState
          title={texts.noOrder}
          hint={texts.noOrderHint}
          action={
            <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }}>
              {texts.viewAll}
            </ButtonLink>
          }
        />
      )}
    </Page>
  );
}
