import { getRouteApi } from "@tanstack/react-router";
import { Lock, RotateCcw, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { Config } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorSummary } from "@/ui/ErrorSummary";
import type { PendingPayment } from "../model/draft";
import { PAYMENT_FORM } from "../model/payment";
import type { DraftControl } from "../model/useDraft";
import { usePayment } from "../model/usePayment";
import { texts } from "../texts";
import { EndedPayment } from "./EndedPayment";
import { PaymentMethods } from "./PaymentMethods";
import { StepActions } from "./StepActions";
import { StepTitle } from "./StepTitle";

interface Props {
  userId: string;
  config: Config;
  payment: PendingPayment;
  control: DraftControl;
}

const route = getRouteApi("/checkout");
const TRUST_ICONS = [Lock, ShieldCheck, RotateCcw] as const;
const BLOCKED_ID = "payment-blocked";

/** Step 3: makes the payment and places its order. */
export function PaymentStep({ userId, config, payment, control }: Props) {
  const navigate = route.useNavigate();
  const [empty, setEmpty] = useState(true);
  const { paid, ended, amounts } = payment;
  const { provider, publishableKey, testMode } = config.payments;
  const sandbox = provider === "sandbox";
  const ready = sandbox || publishableKey !== null;
  const { attempt, problem, confirm, busy, submit, reportSucceeded, ...authentication } = usePayment({
    userId,
    payment,
    control,
    sandbox,
    onPlaced: () => navigate({ search: { step: 4, intent: payment.intentId }, replace: true }),
  });
  if (ended) return <EndedPayment reason={ended} attempt={attempt} />;
  const blocked = !paid && (empty || !ready);
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <StepTitle>{texts.secure}</StepTitle>
        {testMode && <Badge tone="butter">{texts.testMode}</Badge>}
      </div>
      <ErrorSummary
        attempt={attempt}
        title={problem?.title}
        items={problem ? [{ message: problem.message }] : []}
      />
      {!paid && (
        <PaymentMethods
          config={config}
          payment={payment}
          confirmRef={confirm}
          onSubmit={() => submit()}
          onEmpty={setEmpty}
          onSucceeded={reportSucceeded}
        />
      )}
      {paid && (
        <Card tone="leaf" role="status">
          <p className="font-semibold">{texts.paidDone}</p>
          <p className="mt-1">{busy ? texts.paidPlacing(amounts.total) : texts.paidWaiting(amounts.total)}</p>
        </Card>
      )}
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
        {TRUST_ICONS.map((Icon, index) => (
          <li key={texts.trust[index]} className="flex items-center gap-2">
            <Icon aria-hidden className="size-4 text-leaf" /> {texts.trust[index]}
          </li>
        ))}
      </ul>
      <StepActions
        back={{
          label: texts.backToShipping,
          disabled: busy || paid,
          onClick: () => void navigate({ search: { step: 2 } }),
        }}
        note={
          blocked &&
          ready && (
            <p id={BLOCKED_ID} className="text-sm text-muted">
              {texts.cardEmpty}
            </p>
          )
        }
      >
        <Button
          busy={busy}
          busyLabel={paid ? texts.paidDone : texts.processingPayment}
          disabled={blocked}
          aria-describedby={blocked ? BLOCKED_ID : undefined}
          {...(paid ? { onClick: () => submit() } : { type: "submit", form: PAYMENT_FORM })}
        >
          {paid ? texts.finishOrder : texts.pay(amounts.total)}
        </Button>
      </StepActions>
      <ConfirmDialog
        open={authentication.authenticating}
        title={texts.authenticateTitle}
        confirmLabel={texts.authenticateConfirm}
        cancelLabel={texts.authenticateGiveUp}
        onClose={authentication.giveUp}
        onConfirm={authentication.authenticate}
      >
        <p>{texts.authenticate}</p>
        <p className="mt-2 text-muted">{texts.authenticateWhy(amounts.total)}</p>
      </ConfirmDialog>
    </section>
  );
}
