import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { messageOf } from "@/api/error";
import type { Config, User } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { resolveWith } from "@/lib/form";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { createIntent } from "../api/checkout";
import { billingToSend, prefilled, validateAddresses, type AddressForm } from "../model/address";
import { checkoutAmounts } from "../model/amounts";
import { basisOf } from "../model/draft";
import type { DraftControl } from "../model/useDraft";
import { AddressFields } from "./AddressFields";
import { ContactFields } from "./ContactFields";

interface Props {
  user: User;
  items: readonly CartItem[];
  config: Config;
  control: DraftControl;
}

const route = getRouteApi("/checkout");

/** Step 2: where it goes and who pays. Going on creates the payment and holds the stock. */
export function ShippingStep({ user, items, config, control }: Props) {
  const navigate = route.useNavigate();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<AddressForm>({
    resolver: resolveWith(validateAddresses),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: control.draft.addresses ?? prefilled(user),
  });
  const { method } = control.draft;
  const pickup = method === "pickup";
  const intent = useMutation({
    mutationFn: (addresses: AddressForm) =>
      createIntent({
        amounts: checkoutAmounts(items, method, config),
        method,
        shipping: addresses.shipping,
        billing: billingToSend(addresses),
        items,
      }),
    onSuccess: (payment) => {
      control.change({ payment: { ...payment, basis: basisOf(method, items) } });
      void navigate({ search: { step: 3 } });
    },
    onError: () => setAttempt((count) => count + 1),
  });
  const fieldErrors = flatten(form.formState.errors);
  const problems = intent.isError
    ? [{ message: messageOf(intent.error, "Failed to create payment intent") }]
    : fieldErrors.map(([name, message]) => ({ fieldId: name, message }));
  const sameAsShipping = useWatch({ control: form.control, name: "billing.sameAsShipping" });
  const { change } = control;
  // What was typed outlives a reload and Back.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => change({ addresses: values }),
      }),
    [form, change],
  );
  return (
    <form
      noValidate
      className="grid gap-8"
      onSubmit={form.handleSubmit(
        (addresses) => {
          control.change({ addresses });
          intent.mutate(addresses);
        },
        () => {
          intent.reset();
          setAttempt((count) => count + 1);
        },
      )}
    >
      <h2 className="text-h2">{pickup ? "Your Details" : "Shipping Information"}</h2>
      <ErrorSummary
        attempt={attempt}
        items={attempt > 0 ? problems : []}
        title={intent.isError ? "The payment could not be prepared" : undefined}
      />
      {intent.isError && (
        <div className="-mt-4">
          <ButtonLink to="/cart" variant="secondary" size="sm">
            Back to Cart
          </ButtonLink>
        </div>
      )}
      <fieldset className="grid gap-5">
        <legend className="sr-only">{pickup ? "Your details" : "Shipping address"}</legend>
        <ContactFields form={form} />
        <AddressFields form={form} section="shipping" />
        <Field
          label={pickup ? "Note for the merchant" : "Delivery instructions"}
          id="shipping.deliveryInstructions"
          required={false}
        >
          {(props) => <Textarea {...props} rows={3} {...form.register("shipping.deliveryInstructions")} />}
        </Field>
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="mb-4 text-h3">Billing</legend>
        <Checkbox
          label="Billing address is the same as shipping"
          {...form.register("billing.sameAsShipping")}
        />
        {!sameAsShipping && <AddressFields form={form} section="billing" withName />}
      </fieldset>
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onClick={() => void navigate({ search: {} })}>
          Back to Cart
        </Button>
        <Button type="submit" busy={intent.isPending} busyLabel="Processing...">
          Continue to Payment
        </Button>
      </div>
    </form>
  );
}

/** `{shipping: {city: {message}}}` → `[["shipping.city", message]]`, in the form's order. */
function flatten(errors: object, prefix = ""): [string, string][] {
  return Object.entries(errors).flatMap(([name, error]): [string, string][] => {
    if (typeof error !== "object" || error === null) return [];
    if ("message" in error && typeof error.message === "string") return [[prefix + name, error.message]];
    return flatten(error, `${prefix}${name}.`);
  });
}
