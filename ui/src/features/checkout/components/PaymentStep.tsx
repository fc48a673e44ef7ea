import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Lock, RotateCcw, ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import type { Config } from "@/api/types";
import { clearCart } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { placeOrder } from "../api/checkout";
import type { PendingPayment } from "../model/draft";
import { orderQueryKey } from "../model/orderKey";
import type { ConfirmPayment } from "../model/payment";
import type { DraftControl } from "../model/useDraft";
import { AmountList } from "./OrderSummary";
import { SandboxCard } from "./SandboxCard";

interface Props {
  config: Config;
  payment: PendingPayment;
  control: DraftControl;
}

const route = getRouteApi("/checkout");
const AUTHENTICATE = "Additional authentication required. Please complete the verification.";
const NOT_PROCESSED = "Payment could not be processed. Please try again.";
const NOT_ORDERED = "Failed to create order. Please contact support.";

class PaymentRefused extends Error {}

/** Step 3: the payment. One submit is one payment; once it is paid only the order remains to be fetched. */
export function PaymentStep({ config, payment, control }: Props) {
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [authenticating, setAuthenticating] = useState(false);
  const [paid, setPaid] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = useRef<ConfirmPayment | null>(null);

  const pay = useMutation({
    mutationFn: async ({ authenticated }: { authenticated: boolean }) => {
      if (!paid) {
        const status = await confirm.current?.({ authenticated });
        if (status === undefined) return false;
        if (status === "requires_action") {
          setAuthenticating(true);
          return false;
        }
        if (status !== "succeeded") throw new PaymentRefused(NOT_PROCESSED);
        setPaid(true);
      }
      const order = await placeOrder(payment.intentId);
      client.setQueryData(orderQueryKey(payment.intentId), order);
      return true;
    },
    onMutate: () => setProblem(null),
    onSuccess: async (done) => {
      if (!done) return;
      await navigate({ search: { step: 4, intent: payment.intentId }, replace: true });
      clearCart();
      control.finish();
      await client.invalidateQueries({ queryKey: ["orders"] });
      await client.invalidateQueries({ queryKey: ["products"] });
    },
    onError: (error) => {
      setProblem(
        error instanceof PaymentRefused
          ? error.message
          : messageOf(error, paid ? NOT_ORDERED : "Payment failed. Please try again."),
      );
      setAttempt((count) => count + 1);
    },
  });

  const label = paid ? "✅ Payment Complete" : `Pay ${formatMoney(payment.amounts.total)}`;
  return (
    <section aria-labelledby="payment-title" className="grid gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="payment-title" className="text-h2">
          Secure Payment
        </h2>
        {config.payments.testMode && <Badge tone="butter">Test mode</Badge>}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
        <li className="flex items-center gap-2">
          <Lock aria-hidden className="size-4 text-leaf" /> Encrypted connection
        </li>
        <li className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-4 text-leaf" /> Your card is never stored here
        </li>
        <li className="flex items-center gap-2">
          <RotateCcw aria-hidden className="size-4 text-leaf" /> Full refund if an order is cancelled
        </li>
      </ul>
      <details className="rounded-ui border border-line bg-surface lg:hidden">
        <summary className="min-h-11 px-5 py-2.5 font-semibold">Show what you pay for</summary>
        <div className="px-5 pb-5">
          <AmountList amounts={payment.amounts} />
        </div>
      </details>
      <ErrorSummary
        attempt={attempt}
        title="The payment did not go through"
        items={problem ? [{ message: problem }] : []}
      />
      <Card>
        {config.payments.provider === "sandbox" ? (
          <SandboxCard
            payment={payment}
            confirmRef={confirm}
            disabled={paid}
            onSubmit={() => pay.mutate({ authenticated: false })}
          />
        ) : (
          <p role="alert">Payment system not ready. Please try again.</p>
        )}
      </Card>
      <div className="flex flex-wrap justify-between gap-3">
        <Button
          variant="secondary"
          disabled={pay.isPending || paid}
          onClick={() => void navigate({ search: { step: 2 } })}
        >
          Back to Shipping
        </Button>
        <Button
          busy={pay.isPending}
          busyLabel="Processing Payment..."
          disabled={config.payments.provider !== "sandbox"}
          onClick={() => pay.mutate({ authenticated: false })}
        >
          {paid && !pay.isPending ? "Finish your order" : label}
        </Button>
      </div>
      <ConfirmDialog
        open={authenticating}
        title="Confirm it is you"
        confirmLabel="Complete authentication"
        cancelLabel="Cancel payment"
        onClose={() => {
          setAuthenticating(false);
          setProblem(AUTHENTICATE);
          setAttempt((count) => count + 1);
        }}
        onConfirm={() => {
          setAuthenticating(false);
          pay.mutate({ authenticated: true });
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
