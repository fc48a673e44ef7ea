import { useEffect, useState, type RefObject } from "react";
import { useForm } from "react-hook-form";
import { resolveWith } from "@/lib/form";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { confirmSandboxCard } from "../api/checkout";
import { formatExpiry, groupDigits, readExpiry, validateCard, type CardForm } from "../model/card";
import type { PendingPayment } from "../model/draft";
import { PAYMENT_FORM, type ConfirmPayment } from "../model/payment";

interface Props {
  payment: PendingPayment;
  /** Filled with the way to confirm the payment. */
  confirmRef: RefObject<ConfirmPayment | null>;
  /** Enter in a field, or the button that belongs to the form. */
  onSubmit: () => void;
}

const TEST_CARDS = [
  ["4242 4242 4242 4242", "is accepted"],
  ["4000 0025 0000 3155", "asks for authentication"],
  ["4000 0000 0000 9995", "has insufficient funds"],
  ["4000 0000 0000 0002", "is declined"],
] as const;

/** The card form of the built-in sandbox provider: no real card, no real money. */
export function SandboxCard({ payment, confirmRef, onSubmit }: Props) {
  const [attempt, setAttempt] = useState(0);
  const form = useForm<CardForm>({
    resolver: resolveWith(validateCard),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: { number: "", expiry: "", cvc: "" },
  });
  const { errors } = form.formState;
  useEffect(() => {
    confirmRef.current = async ({ authenticated }) => {
      const valid = await form.trigger();
      const card = form.getValues();
      const expiry = readExpiry(card.expiry);
      if (!valid || !expiry) {
        setAttempt((count) => count + 1);
        return undefined;
      }
      return confirmSandboxCard(
        payment,
        { number: card.number, ...expiry, cvc: card.cvc.trim() },
        authenticated,
      );
    };
    return () => {
      confirmRef.current = null;
    };
  }, [confirmRef, form, payment]);
  return (
    <form
      id={PAYMENT_FORM}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ErrorSummary
        attempt={attempt}
        items={
          attempt > 0
            ? Object.entries(errors).map(([name, error]) => ({
                fieldId: `card-${name}`,
                message: String(error?.message),
              }))
            : []
        }
      />
      <fieldset className="grid gap-5">
        <legend className="sr-only">Card</legend>
        <Field label="Card number" id="card-number" required error={errors.number?.message}>
          {(props) => (
            <Input
              {...props}
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              {...form.register("number", {
                onChange: (event) => form.setValue("number", groupDigits(event.target.value)),
              })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-5">
          <Field label="Expiry date" id="card-expiry" required error={errors.expiry?.message}>
            {(props) => (
              <Input
                {...props}
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder="MM / YY"
                {...form.register("expiry", {
                  onChange: (event) => form.setValue("expiry", formatExpiry(event.target.value)),
                })}
              />
            )}
          </Field>
          <Field label="Security code" id="card-cvc" required error={errors.cvc?.message}>
            {(props) => (
              <Input
                {...props}
                inputMode="numeric"
                maxLength={4}
                autoComplete="cc-csc"
                placeholder="CVC"
                {...form.register("cvc")}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <details className="rounded-ui bg-sunken text-sm">
        <summary className="min-h-11 px-4 py-3 font-semibold">Test cards</summary>
        <p className="px-4 text-muted">No real card is charged. Use any future date and any three digits.</p>
        <ul className="mt-2 grid gap-1 px-4 pb-4">
          {TEST_CARDS.map(([number, what]) => (
            <li key={number}>
              <span className="font-semibold tabular-nums">{number}</span> {what}
            </li>
          ))}
        </ul>
      </details>
    </form>
  );
}
