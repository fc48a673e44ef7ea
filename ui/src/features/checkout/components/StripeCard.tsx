import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type RefObject } from "react";
import { ApiError } from "@/api/error";
import { keys } from "@/api/keys";
import { useTheme } from "@/lib/theme";
import { ErrorState } from "@/ui/ErrorState";
import type { PendingPayment } from "../model/draft";
import { PAYMENT_FORM, type ConfirmPayment, type PaymentMethod } from "../model/payment";
import { texts } from "../texts";

interface Props {
  publishableKey: string;
  payment: PendingPayment;
  method: PaymentMethod;
  /** Receives the function that confirms the payment. */
  confirmRef: RefObject<ConfirmPayment | null>;
  onSubmit: () => void;
  /** Called when the form becomes empty or non-empty. */
  onEmpty: (empty: boolean) => void;
  /** Called on load when the payment has succeeded already. */
  onSucceeded: () => void;
}

/** One Stripe instance per key: the script must not load twice, but must load again after a failure. */
const stripeQuery = (key: string) =>
  queryOptions({
    queryKey: keys.stripe(key),
    queryFn: () => loadStripe(key),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });

/** Stripe's own form. The shop never receives what is typed in it. */
export default function StripeCard({ publishableKey, ...props }: Props) {
  const stripe = useQuery(stripeQuery(publishableKey));
  const theme = useTheme();
  if (stripe.isError) {
    return (
      <ErrorState
        title={texts.notReady}
        level={3}
        onRetry={() => void stripe.refetch()}
        retrying={stripe.isFetching}
      />
    );
  }
  if (!stripe.data) return <p role="status">{texts.paymentForm}</p>;
  const appearance = { theme: theme === "dark" ? "night" : "stripe" } as const;
  return (
    <Elements stripe={stripe.data} options={{ clientSecret: props.payment.clientSecret, appearance }}>
      <Form {...props} />
    </Elements>
  );
}

function Form({
  payment,
  method,
  confirmRef,
  onSubmit,
  onEmpty,
  onSucceeded,
}: Omit<Props, "publishableKey">) {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    confirmRef.current = async () => {
      if (!stripe || !elements) throw stripeError(texts.notReady);
      // Already paid in another tab or before a reload: do not pay twice.
      const before = await stripe.retrievePaymentIntent(payment.clientSecret);
      if (before.paymentIntent?.status === "succeeded") return "succeeded";
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        redirect: "if_required",
        confirmParams: { return_url: `${window.location.origin}/order-confirmation` },
      });
      // Stripe's form shows the missing fields.
      if (error?.type === "validation_error") return undefined;
      if (error) throw stripeError(error.message);
      return paymentIntent.status;
    };
    return () => {
      confirmRef.current = null;
    };
  }, [confirmRef, stripe, elements, payment]);
  const report = useRef(onSucceeded);
  useEffect(() => {
    report.current = onSucceeded;
  });
  useEffect(() => {
    // A failure says nothing about the payment; submitting asks again.
    stripe?.retrievePaymentIntent(payment.clientSecret).then(
      ({ paymentIntent }) => paymentIntent?.status === "succeeded" && report.current(),
      () => {},
    );
  }, [stripe, payment.clientSecret]);
  const wallet = method === "digital-wallet" ? "auto" : "never";
  return (
    <form
      id={PAYMENT_FORM}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <PaymentElement
        options={{ wallets: { applePay: wallet, googlePay: wallet } }}
        onChange={({ empty }) => onEmpty(empty)}
      />
    </form>
  );
}

/** The provider's message as an `ApiError`, which the checkout displays. */
function stripeError(message: string = texts.paymentFailed): ApiError {
  return new ApiError(message, 402, { message });
}
