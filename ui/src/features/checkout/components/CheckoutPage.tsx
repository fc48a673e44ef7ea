import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { ShoppingBasket } from "lucide-react";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { configQuery } from "@/api/config";
import { useUser } from "@/api/session";
import type { Config, User } from "@/api/types";
import { useCart } from "@/lib/cart";
import { useHasRendered } from "@/lib/nextTask";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Stepper } from "@/ui/Stepper";
import { useCartProducts } from "../api/cartProducts";
import { checkoutAmounts } from "../model/amounts";
import { methodFor } from "../model/delivery";
import { paymentBasis } from "../model/draft";
import { useDraft, type DraftControl } from "../model/useDraft";
import { texts } from "../texts";
import { CartReview } from "./CartReview";
import { FinishedSteps } from "./FinishedSteps";
import { ConfirmationStep, PaymentStep, preloadSteps, ShippingStep } from "./lazySteps";
import { OrderSummary } from "./OrderSummary";
import { StepSkeleton } from "./StepSkeleton";
import { STEP_TITLE } from "./StepTitle";

const route = getRouteApi("/checkout");

export function CheckoutPage() {
  const { step = 1, intent } = route.useSearch();
  const user = useUser();
  const config = useQuery(configQuery);
  if (step === 4 && intent) {
    return (
      <StepFrame step={4}>
        <Suspense fallback={<StepSkeleton />}>
          <ConfirmationStep intentId={intent} />
        </Suspense>
      </StepFrame>
    );
  }
  if (config.isError) {
    return (
      <StepFrame step={1}>
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => void config.refetch()}
          retrying={config.isFetching}
        />
      </StepFrame>
    );
  }
  if (!user || !config.data) {
    return (
      <StepFrame step={Math.min(step, 3)}>
        <div aria-busy="true" className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-64" />
        </div>
      </StepFrame>
    );
  }
  return <Steps key={user._id} user={user} config={config.data} wanted={step} />;
}

/** The progress bar above a step. */
function StepFrame({ step, children }: { step: number; children: ReactNode }) {
  return (
    <Page title={`${texts.title}: ${texts.stepNames[step - 1]}`} className="max-sm:py-5">
      <PageTitle>{texts.title}</PageTitle>
      {step === 1 && <p className="mt-2 max-w-xl text-muted">{texts.promise}</p>}
      <div className="mt-6 mb-8 max-sm:mt-4 max-sm:mb-5">
        <Stepper label={texts.progress} steps={texts.stepNames} current={step} />
      </div>
      {children}
    </Page>
  );
}

function showTitle() {
  const title = document.getElementById(STEP_TITLE);
  title?.focus({ preventScroll: true });
  title?.scrollIntoView?.({ block: "start" });
}

/** Moves the focus to a new step's title, below the header, as soon as it is drawn. */
function StepFocus({ step }: { step: number }) {
  const router = useRouter();
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    showTitle();
    // The router sets the page's scroll position when it has drawn a navigation.
    const forget = router.subscribe("onRendered", () => {
      forget();
      showTitle();
    });
    return forget;
  }, [router, step]);
  return null;
}

/** The step to show: the wanted one, or the first with missing data before it. */
function reachableStep(wanted: number, { draft }: DraftControl, basis: string): 1 | 2 | 3 {
  // The payment is captured: nothing may be changed or paid again before its order is placed.
  if (draft.payment?.paid) return 3;
  if (wanted >= 3 && draft.payment?.basis === basis) return 3;
  return wanted >= 2 ? 2 : 1;
}

function Steps({ user, config, wanted }: { user: User; config: Config; wanted: number }) {
  const items = useCart();
  const { products, loading } = useCartProducts(items);
  const isDrawn = useHasRendered();
  useEffect(() => {
    if (isDrawn) void preloadSteps();
  }, [isDrawn]);
  const stored = useDraft(user._id);
  // Use only a method that the products allow; while they load, or once it is paid, keep the stored one.
  const settled = loading || stored.draft.payment?.paid;
  const method = settled ? stored.draft.method : methodFor(stored.draft.method, config, products);
  const draft = { ...stored.draft, method };
  const control = { ...stored, draft };
  if (items.length === 0) return <EmptyCheckout placed={draft.placed} />;
  const step = reachableStep(wanted, control, paymentBasis(draft, items));
  const amounts =
    step === 3 && draft.payment ? draft.payment.amounts : checkoutAmounts(items, draft.method, config);
  return (
    <StepFrame step={step}>
      <div className="grid items-start gap-8 max-sm:gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <OrderSummary
          items={items}
          amounts={amounts}
          method={draft.method}
          config={config}
          foldable={step === 3}
        />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {step > 1 && (
            <FinishedSteps
              draft={draft}
              items={items}
              config={config}
              current={step === 3 ? 3 : 2}
              locked={draft.payment?.paid === true}
            />
          )}
          {step === 1 && <CartReview items={items} config={config} control={control} total={amounts.total} />}
          <Suspense fallback={<StepSkeleton />}>
            {step === 2 && (
              <ShippingStep
                user={user}
                items={items}
                config={config}
                control={control}
                amounts={amounts}
                outdated={wanted === 3 && Boolean(draft.payment && !draft.payment.ended)}
              />
            )}
            {step === 3 && draft.payment && (
              <PaymentStep
                key={draft.payment.intentId}
                userId={user._id}
                config={config}
                payment={draft.payment}
                control={control}
              />
            )}
            <StepFocus step={step} />
          </Suspense>
        </div>
      </div>
    </StepFrame>
  );
}

/** Shown when the cart is empty; a customer who returns after paying gets a link to the order. */
function EmptyCheckout({ placed }: { placed: string | undefined }) {
  return (
    <StepFrame step={1}>
      <EmptyState
        title={texts.empty}
        hint={texts.emptyHint}
        icon={<ShoppingBasket aria-hidden className="size-12" />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/products" variant="primary">
              {texts.continueShopping}
            </ButtonLink>
            {placed && (
              <ButtonLink to="/checkout" search={{ step: 4, intent: placed }} variant="secondary">
                {texts.lastOrder}
              </ButtonLink>
            )}
          </div>
        }
      />
    </StepFrame>
  );
}
