import { useEffect, type RefObject } from "react";
import { useWatch } from "react-hook-form";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { confirmSandboxCard } from "../api/checkout";
import { formatExpiry, groupDigits, readExpiry, cardRules, type CardForm } from "../model/card";
import type { PendingPayment } from "../model/draft";
import { PAYMENT_FORM, type ConfirmPayment } from "../model/payment";
import { texts } from "../texts";

interface Props {
  payment: PendingPayment;
  /** Receives the function that confirms the payment. */
  confirmRef: RefObject<ConfirmPayment | null>;
  /** Called on Enter in a field, and by the form's button. */
  onSubmit: () => void;
  /** Called when the form becomes empty or non-empty. */
  onEmpty: (empty: boolean) => void;
}

/** The card form of the built-in sandbox provider: no real card, no real money. */
export function SandboxCard({ payment, confirmRef, onSubmit, onEmpty }: Props) {
  const form = useAppForm<CardForm>({
    id: "card",
    rules: cardRules,
    defaults: { number: "", expiry: "", cvc: "" },
    // The step itself pays through `confirmRef`, and shows a failure.
    send: async () => onSubmit(),
    failed: () => texts.paymentFailed,
  });
  const { number, expiry, cvc } = useWatch({ control: form.control });
  const empty = !number && !expiry && !cvc;
  useEffect(() => onEmpty(empty), [onEmpty, empty]);
  useEffect(() => {
    confirmRef.current = async ({ authenticated }) => {
      const card = form.getValues();
      const until = readExpiry(card.expiry);
      if (!until) return undefined;
      return confirmSandboxCard(
        payment,
        { number: card.number, ...until, cvc: card.cvc.trim() },
        authenticated,
      );
    };
    return () => {
      confirmRef.current = null;
    };
  }, [confirmRef, form, payment]);
  return (
    <Form form={form} id={PAYMENT_FORM}>
      <fieldset className="grid gap-5">
        <legend className="sr-only">{texts.card}</legend>
        <FormField
          form={form}
          name="number"
          label={texts.cardNumber}
          required
          onChange={(event) => form.setValue("number", groupDigits(event.target.value))}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
            />
          )}
        </FormField>
        <div className="grid grid-cols-2 gap-5">
          <FormField
            form={form}
            name="expiry"
            label={texts.cardExpiry}
            required
            onChange={(event) => form.setValue("expiry", formatExpiry(event.target.value))}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder={texts.cardExpiryExample}
              />
            )}
          </FormField>
          <FormField form={form} name="cvc" label={texts.cardCvc} required>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="cc-csc"
                placeholder={texts.cardCvcExample}
              />
            )}
          </FormField>
        </div>
      </fieldset>
      <details className="rounded-ui bg-sunken text-sm">
        <summary className="min-h-11 px-4 py-3 font-semibold">{texts.testCards}</summary>
        <p className="px-4 text-muted">{texts.testCardsHint}</p>
        <ul className="mt-2 grid gap-1 px-4 pb-4">
          {texts.testCardsList.map(({ number: card, what }) => (
            <li key={card}>
              <span className="font-semibold tabular-nums">{card}</span> {what}
            </li>
          ))}
        </ul>
      </details>
    </Form>
  );
}
