import { lazy, Suspense, useState, type RefObject } from "react";
import type { Config } from "@/api/types";
import { Card } from "@/ui/Card";
import { RadioGroup } from "@/ui/RadioGroup";
import type { PendingPayment } from "../model/draft";
import type { ConfirmPayment, PaymentMethod } from "../model/payment";
import { texts } from "../texts";
import { SandboxCard } from "./SandboxCard";

/** Loads Stripe's script only for customers who pay with it. */
const StripeCard = lazy(() => import("./StripeCard"));

interface Props {
  config: Config;
  payment: PendingPayment;
  confirmRef: RefObject<ConfirmPayment | null>;
  onSubmit: () => void;
  onEmpty: (empty: boolean) => void;
  /** Called on load when the provider has the money already. */
  onSucceeded: () => void;
}

/** The choice of card or wallet, and the provider's form. */
export function PaymentMethods({ config, onSucceeded, ...form }: Props) {
  const [method, setMethod] = useState<PaymentMethod>("card");
  const { provider, publishableKey } = config.payments;
  const sandbox = provider === "sandbox";
  return (
    <Card className="grid gap-6">
      <RadioGroup
        legend={texts.paymentMethod}
        value={method}
        onChange={(value) => setMethod(value === "digital-wallet" ? value : "card")}
        className="sm:grid-cols-2"
        options={[
          { value: "card", label: texts.card, description: texts.cardHint },
          {
            value: "digital-wallet",
            label: texts.wallet,
            description: sandbox ? texts.notAvailableInTest : texts.walletHint,
            disabled: sandbox,
          },
        ]}
      />
      {sandbox && <SandboxCard {...form} />}
      {!sandbox && publishableKey !== null && (
        <Suspense fallback={<p role="status">{texts.paymentForm}</p>}>
          <StripeCard {...form} onSucceeded={onSucceeded} publishableKey={publishableKey} method={method} />
        </Suspense>
      )}
      {!sandbox && publishableKey === null && <p role="alert">{texts.notReady}</p>}
    </Card>
  );
}
