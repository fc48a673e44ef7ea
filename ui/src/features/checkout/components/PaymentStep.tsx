import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Lock, RotateCcw, ShieldCheck } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import type { Config } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { RadioGroup } from "@/ui/RadioGroup";
import { placeOrder } from "../api/checkout";
import type { PendingPayment } from "../model/draft";
import { orderQueryKey } from "../model/orderKey";
import { PAYMENT_FORM, type ConfirmPayment, type PaymentMethod } from "../model/payment";
import type { DraftControl } from "../model/useDraft";
import { SandboxCard } from "./SandboxCard";
import { StepActions } from "./StepActions";
import { StepTitle } from "./StepTitle";

interface Props {
  config: Config;
  payment: PendingPayment;
  control: DraftControl;
}

interface Problem {
  title: string;
  message: string;
}

/** Its script is loaded by those alone who pay there. */
const StripeCard = lazy(() => import("./StripeCard"));

const route = getRouteApi("/checkout");
const AUTHENTICATE = "Additional authentication required. Please complete the verification.";
const NOT_PROCESSED = "Payment could not be processed. Please try again.";
const FAILED = "Payment failed. Please try again.";
const NOT_ORDERED = "Failed to create order. Please contact support.";
const NOT_PAID: Pick<Problem, "title"> = { title: "The payment did not go through" };
const PAID: Pick<Problem, "title"> = { title: "You have paid, but the order is not there yet" };

const TRUST = [
  [Lock, "Encrypted connection"],
  [ShieldCheck, "Your card is never stored here"],
  [RotateCcw, "Full refund if an order is cancelled"],
] as const;

/** Step 3: the payment. One submit is one payment; once it is paid only the order remains to be placed. */
export function PaymentStep({ config, payment, control }: Props) {
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [method, setMethod] = useState<PaymentMethod>("card");
  const [authenticating, setAuthenticating] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = useRef<ConfirmPayment | null>(null);
  const paying = useRef(false);
  const { paid, ended } = payment;
  const { provider, publishableKey } = config.payments;
  const sandbox = provider === "sandbox";
  const ready = sandbox || publishableKey !== null;

  function fail(next: Problem) {
    setProblem(next);
    setAttempt((count) => count + 1);
  }

  /** A conflict is final: the payment was replaced, its time was up, or the goods were gone and the money goes back. */
  function end(error: unknown, fallback: string): boolean {
    if (!(error instanceof ApiError) || error.status !== 409) return false;
    control.change({ payment: { ...payment, paid: false, ended: messageOf(error, fallback) } });
    setAttempt((count) => count + 1);
    return true;
  }

  /** Pays; whether the money was taken. */
  async function takeMoney(authenticated: boolean): Promise<boolean> {
    try {
      const status = await confirm.current?.({ authenticated });
      if (status === "succeeded") return true;
      // Other providers have asked by themselves, and in vain.
      if (status === "requires_action" && sandbox) setAuthenticating(true);
      else if (status === "requires_action") fail({ ...NOT_PAID, message: AUTHENTICATE });
      else if (status !== undefined) fail({ ...NOT_PAID, message: NOT_PROCESSED });
    } catch (error) {
      if (!end(error, FAILED)) fail({ ...NOT_PAID, message: messageOf(error, FAILED) });
    }
    return false;
  }

  async function finish() {
    try {
      client.setQueryData(orderQueryKey(payment.intentId), await placeOrder(payment.intentId));
    } catch (error) {
      if (!end(error, NOT_ORDERED)) fail({ ...PAID, message: messageOf(error, NOT_ORDERED) });
      return;
    }
    await navigate({ search: { step: 4, intent: payment.intentId }, replace: true });
  }

  const pay = useMutation({
    mutationFn: async ({ authenticated }: { authenticated: boolean }) => {
      setProblem(null);
      if (!paid) {
        if (!(await takeMoney(authenticated))) return;
        // Kept with the draft: after a reload the card is not asked for again.
        control.change({ payment: { ...payment, paid: true } });
      }
      await finish();
    },
    onSettled: () => {
      paying.current = false;
    },
  });

  /** A second click or Enter, however quick, is not a second payment. */
  function submit(authenticated = false) {
    if (paying.current) return;
    paying.current = true;
    pay.mutate({ authenticated });
  }

  // The page was reloaded after the payment: only its order is missing.
  const resume = useRef(paid ? submit : null);
  useEffect(() => {
    resume.current?.();
    resume.current = null;
  }, []);

  if (ended) {
    return (
      <section aria-labelledby="step-title" className="flex flex-col gap-6">
        <StepTitle>Secure Payment</StepTitle>
        <ErrorSummary attempt={attempt} title="This payment has ended" items={[{ message: ended }]} />
        <p>Nothing is owed for it. Look at your cart again, or go back to prepare a new payment.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void navigate({ search: { step: 2 } })}>Back to Shipping</Button>
          <ButtonLink to="/cart" variant="secondary">
            Review your cart
          </ButtonLink>
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <StepTitle>Secure Payment</StepTitle>
        {config.payments.testMode && <Badge tone="butter">Test mode</Badge>}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
        {TRUST.map(([Icon, text]) => (
          <li key={text} className="flex items-center gap-2">
            <Icon aria-hidden className="size-4 text-leaf" /> {text}
          </li>
        ))}
      </ul>
      <ErrorSummary
        attempt={attempt}
        title={problem?.title}
        items={problem ? [{ message: problem.message }] : []}
      />
      {!paid && (
        <Card className="grid gap-6">
          <RadioGroup
            legend="Payment method"
            value={method}
            onChange={(value) => setMethod(value === "digital-wallet" ? value : "card")}
            className="sm:grid-cols-2"
            options={[
              { value: "card", label: "Card", description: "Credit or debit" },
              {
                value: "digital-wallet",
                label: "Digital wallet",
                description: sandbox ? "Not available in test mode" : "Apple Pay or Google Pay",
                disabled: sandbox,
              },
            ]}
          />
          {sandbox && <SandboxCard payment={payment} confirmRef={confirm} onSubmit={() => submit()} />}
          {!sandbox && publishableKey !== null && (
            <Suspense fallback={<p role="status">The payment form is loading…</p>}>
              <StripeCard
                publishableKey={publishableKey}
                payment={payment}
                method={method}
                confirmRef={confirm}
                onSubmit={() => submit()}
              />
            </Suspense>
          )}
          {!ready && <p role="alert">Payment system not ready. Please try again.</p>}
        </Card>
      )}
      {paid && (
        <Card tone="leaf" role="status">
          <p className="font-semibold">✅ Payment Complete</p>
          <p className="mt-1">
            {formatMoney(payment.amounts.total)} was paid.{" "}
            {pay.isPending ? "Your order is being placed." : "Your order still has to be placed."}
          </p>
        </Card>
      )}
      <StepActions
        back={{
          label: "Back to Shipping",
          disabled: pay.isPending || paid,
          onClick: () => void navigate({ search: { step: 2 } }),
        }}
      >
        <Button
          busy={pay.isPending}
          busyLabel={paid ? "✅ Payment Complete" : "Processing Payment..."}
          disabled={!ready}
          {...(paid ? { onClick: () => submit() } : { type: "submit", form: PAYMENT_FORM })}
        >
          {paid ? "Finish your order" : `Pay ${formatMoney(payment.amounts.total)}`}
        </Button>
      </StepActions>
      <ConfirmDialog
        open={authenticating}
        title="Confirm it is you"
        confirmLabel="Complete authentication"
        cancelLabel="Cancel payment"
        onClose={() => {
          setAuthenticating(false);
          fail({ ...NOT_PAID, message: AUTHENTICATE });
        }}
        onConfirm={() => {
          setAuthenticating(false);
          submit(true);
        }}
      >
        <p>{AUTHENTICATE}</p>
        <p className="mt-2 text-muted">
          Your bank asks you to approve {formatMoney(payment.amounts.total)} to Greenstall.
        </p>
      </ConfirmDialog>
    </section>
  );
}
