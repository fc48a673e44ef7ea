import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShoppingBasket } from "lucide-react";
import { configQuery } from "@/api/config";
import { useUser } from "@/api/session";
import type { Config, User } from "@/api/types";
import { useCart } from "@/lib/cart";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page, PageTitle } from "@/ui/Page";
import { Spinner } from "@/ui/Spinner";
import { Stepper } from "@/ui/Stepper";
import { basisOf } from "../model/draft";
import { checkoutAmounts } from "../model/amounts";
import { useDraft, type DraftControl } from "../model/useDraft";
import { CartReview } from "./CartReview";
import { ConfirmationStep } from "./ConfirmationStep";
import { OrderSummary } from "./OrderSummary";
import { PaymentStep } from "./PaymentStep";
import { ShippingStep } from "./ShippingStep";

const STEPS = ["Cart Review", "Shipping", "Payment", "Confirmation"] as const;
const route = getRouteApi("/checkout");

export function CheckoutPage() {
  const { step = 1, intent } = route.useSearch();
  const user = useUser();
  const config = useQuery(configQuery);
  if (step === 4 && intent) {
    return (
      <Frame step={4}>
        <ConfirmationStep intentId={intent} />
      </Frame>
    );
  }
  if (config.isError) {
    return (
      <Frame step={1}>
        <ErrorState
          title="The checkout could not be loaded"
          onRetry={() => void config.refetch()}
          retrying={config.isFetching}
        />
      </Frame>
    );
  }
  if (!user || !config.data) {
    return (
      <Frame step={1}>
        <div className="flex justify-center py-24">
          <Spinner />
        </div>
      </Frame>
    );
  }
  return <Steps key={user._id} user={user} config={config.data} wanted={step} />;
}

function Frame({ step, children }: { step: number; children: React.ReactNode }) {
  return (
    <Page title="Checkout">
      <PageTitle>Checkout</PageTitle>
      <div className="mt-6 mb-8">
        <Stepper label="Checkout progress" steps={STEPS} current={step} />
      </div>
      {children}
    </Page>
  );
}

/** How far one may go with what has been entered: a step whose data is missing leads back to the one before. */
function reachable(wanted: number, { draft }: DraftControl, basis: string): 1 | 2 | 3 {
  if (wanted >= 3 && draft.payment?.basis === basis) return 3;
  return wanted >= 2 ? 2 : 1;
}

function Steps({ user, config, wanted }: { user: User; config: Config; wanted: number }) {
  const items = useCart();
  const control = useDraft(user._id);
  const { draft } = control;
  if (items.length === 0) {
    return (
      <Frame step={1}>
        <EmptyState
          title="Your cart is empty"
          hint="Add some products to get started"
          icon={<ShoppingBasket aria-hidden className="size-12" />}
          action={
            <ButtonLink to="/products" variant="primary">
              Continue Shopping
            </ButtonLink>
          }
        />
      </Frame>
    );
  }
  const step = reachable(wanted, control, basisOf(draft.method, items));
  const amounts =
    step === 3 && draft.payment ? draft.payment.amounts : checkoutAmounts(items, draft.method, config);
  return (
    <Frame step={step}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {step === 1 && <CartReview items={items} config={config} control={control} total={amounts.total} />}
          {step === 2 && <ShippingStep user={user} items={items} config={config} control={control} />}
          {step === 3 && draft.payment && (
            <PaymentStep config={config} payment={draft.payment} control={control} />
          )}
        </div>
        <OrderSummary items={items} amounts={amounts} method={draft.method} config={config} />
      </div>
    </Frame>
  );
}
