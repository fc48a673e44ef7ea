import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError, messageOf } from "@/api/error";
import type { Config, User } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { resolveWith } from "@/lib/form";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorSummary, type SummaryItem } from "@/ui/ErrorSummary";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { useCartProducts } from "../api/cartProducts";
import { createIntent } from "../api/checkout";
import { billingToSend, byFormOrder, prefilled, validateAddresses, type AddressForm } from "../model/address";
import type { Amounts } from "../model/amounts";
import { basisOf } from "../model/draft";
import { savedAddresses } from "../model/savedAddress";
import type { DraftControl } from "../model/useDraft";
import { AddressFields } from "./AddressFields";
import { AddressPicker } from "./AddressPicker";
import { CollectionPoints } from "./CollectionPoints";
import { ContactFields } from "./ContactFields";
import { DeliveryMethods } from "./DeliveryMethods";
import { StepActions } from "./StepActions";
import { StepTitle } from "./StepTitle";

interface Props {
  user: User;
  items: readonly CartItem[];
  config: Config;
  control: DraftControl;
  amounts: Amounts;
}

const route = getRouteApi("/checkout");

/** Step 2: where it goes and who pays. Going on creates the payment and holds the stock. */
export function ShippingStep({ user, items, config, control, amounts }: Props) {
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const { products } = useCartProducts(items);
  const [attempt, setAttempt] = useState(0);
  const form = useForm<AddressForm>({
    resolver: resolveWith(validateAddresses),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: control.draft.addresses ?? prefilled(user),
  });
  const { change } = control;
  const { method } = control.draft;
  const pickup = method === "pickup";
  const intent = useMutation({
    mutationFn: (addresses: AddressForm) =>
      createIntent({
        amounts,
        method,
        shipping: addresses.shipping,
        billing: billingToSend(addresses),
        items,
      }),
    onSuccess: (payment, addresses) => {
      change({ addresses, payment: { ...payment, basis: basisOf({ method, addresses }, items) } });
      void navigate({ search: { step: 3 } });
    },
    onError: async (error) => {
      setAttempt((count) => count + 1);
      // Prices or stock differ: the cart shows where.
      if (isConflict(error)) await client.invalidateQueries({ queryKey: ["products"] });
    },
  });
  const problems: SummaryItem[] = intent.isError
    ? problemsOf(intent.error)
    : flatten(form.formState.errors)
        .toSorted(([one], [other]) => byFormOrder(one, other))
        .map(([name, message]) => ({ fieldId: name, message }));
  const sameAsShipping = useWatch({ control: form.control, name: "billing.sameAsShipping" });
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
      aria-labelledby="step-title"
      className="flex flex-col gap-6"
      onSubmit={form.handleSubmit(
        (addresses) => {
          if (!intent.isPending) intent.mutate(addresses);
        },
        () => {
          intent.reset();
          setAttempt((count) => count + 1);
        },
      )}
    >
      <StepTitle>{pickup ? "Your Details" : "Shipping Information"}</StepTitle>
      <ErrorSummary
        attempt={attempt}
        items={attempt > 0 ? problems : []}
        title={intent.isError ? "The payment could not be prepared" : undefined}
      />
      {isConflict(intent.error) && (
        <ButtonLink to="/cart" variant="secondary" size="sm" className="-mt-3 self-start">
          Review your cart
        </ButtonLink>
      )}
      <Card>
        <fieldset className="grid gap-5">
          <legend className="sr-only">{pickup ? "Your details" : "Shipping address"}</legend>
          <ContactFields form={form} />
          <AddressPicker form={form} saved={savedAddresses(user)} />
          <AddressFields form={form} section="shipping" />
        </fieldset>
      </Card>
      <Card className="grid gap-5">
        <DeliveryMethods
          config={config}
          products={products}
          value={method}
          onChange={(next) => change({ method: next })}
        />
        {pickup && <CollectionPoints products={products} />}
        <Field
          label={pickup ? "Note for the merchant" : "Delivery instructions"}
          id="shipping.deliveryInstructions"
          required={false}
        >
          {(props) => <Textarea {...props} rows={3} {...form.register("shipping.deliveryInstructions")} />}
        </Field>
      </Card>
      <Card>
        <fieldset className="grid gap-5">
          <legend className="mb-3 text-h3">Billing</legend>
          <Checkbox
            label="Billing address is the same as shipping"
            {...form.register("billing.sameAsShipping")}
          />
          {!sameAsShipping && <AddressFields form={form} section="billing" withName />}
        </fieldset>
      </Card>
      <StepActions
        back={{ label: "Back to Cart", onClick: () => void navigate({ search: {} }) }}
        total={amounts.total}
      >
        <Button type="submit" busy={intent.isPending} busyLabel="Processing...">
          Continue to Payment
        </Button>
      </StepActions>
    </form>
  );
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** What the server refused: each field that it names, else its text. */
function problemsOf(error: unknown): SummaryItem[] {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return fields.length > 0
    ? fields.map(([fieldId, message]) => ({ fieldId, message }))
    : [{ message: messageOf(error, "Payment processing error") }];
}

/** `{shipping: {city: {message}}}` → `[["shipping.city", message]]`. */
function flatten(errors: object, prefix = ""): [string, string][] {
  return Object.entries(errors).flatMap(([name, error]): [string, string][] => {
    if (typeof error !== "object" || error === null) return [];
    if ("message" in error && typeof error.message === "string") return [[prefix + name, error.message]];
    return flatten(error, `${prefix}${name}.`);
  });
}
