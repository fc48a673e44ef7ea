import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { addressesQuery } from "@/api/addresses";
import type { Config, User } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { ALL_US_STATES, deliveryStates } from "@/lib/states";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Textarea } from "@/ui/Textarea";
import { useCartProducts } from "../api/cartProducts";
import type { Amounts } from "../model/amounts";
import { accountAddress, chosenAddress, fromBook } from "../model/savedAddress";
import type { DraftControl } from "../model/useDraft";
import { isConflict, useShippingForm } from "../model/useShippingForm";
import { texts } from "../texts";
import { AddressFields } from "./AddressFields";
import { AddressPicker } from "./AddressPicker";
import { ChangedLines } from "./ChangedLines";
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
  /** The existing payment is for another cart, method or address. */
  outdated: boolean;
}

const route = getRouteApi("/checkout");

/** Step 2: addresses. Continuing creates the payment and holds the stock. */
export function ShippingStep({ user, items, config, control, amounts, outdated }: Props) {
  const navigate = route.useNavigate();
  const { products, loading } = useCartProducts(items);
  const { method } = control.draft;
  const pickup = method === "pickup";
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  function onReady() {
    // A customer who went back in the meantime stays there.
    if (isShown.current) void navigate({ search: { step: 3 } });
  }
  const form = useShippingForm({ user, items, control, amounts, onReady });
  const book = useQuery(addressesQuery).data;
  const saved = book ? book.map(fromBook) : accountAddress(user);
  const [shipping, sameAsShipping] = useWatch({
    control: form.control,
    name: ["shipping", "billing.sameAsShipping"],
  });
  const states = pickup
    ? ALL_US_STATES
    : deliveryStates([shipping.state, ...products.map((product) => product.merchant.address.state)]);
  const instructions = pickup ? texts.instructionsPickup : texts.instructions;
  return (
    <Form form={form} summary="own" aria-labelledby="step-title" className="flex flex-col gap-6">
      <StepTitle>{pickup ? texts.details : texts.shipping}</StepTitle>
      {outdated && (
        <Card tone="butter" role="status">
          {texts.outdated}
        </Card>
      )}
      <ErrorSummary {...form.summary} />
      <ChangedLines items={items} />
      {isConflict(form.failure) && (
        <ButtonLink to="/cart" variant="secondary" size="sm" className="-mt-3 self-start">
          {texts.reviewCart}
        </ButtonLink>
      )}
      <Card>
        <fieldset className="grid gap-5">
          <legend className="sr-only">{pickup ? texts.yourDetails : texts.shippingAddress}</legend>
          <AddressPicker form={form} saved={saved} />
          <ContactFields form={form} />
          <AddressFields form={form} section="shipping" states={states} />
          {!chosenAddress(saved, shipping) && (
            <Checkbox label={texts.saveAddress} {...form.register("saveAddress")} />
          )}
        </fieldset>
      </Card>
      <Card className="grid gap-5">
        <DeliveryMethods
          config={config}
          items={items}
          products={products}
          loading={loading}
          value={method}
          onChange={(next) => control.change({ method: next })}
        />
        {pickup && <CollectionPoints products={products} />}
        <FormField form={form} name="shipping.deliveryInstructions" label={instructions} required={false}>
          {(props) => <Textarea {...props} rows={3} />}
        </FormField>
      </Card>
      <Card>
        <fieldset className="grid gap-5">
          <legend className="mb-3 text-h3">{texts.billing}</legend>
          <Checkbox label={texts.billingSame} {...form.register("billing.sameAsShipping")} />
          {!sameAsShipping && <AddressFields form={form} section="billing" withName />}
        </fieldset>
      </Card>
      <StepActions
        back={{ label: texts.backToCart, onClick: () => void navigate({ search: {} }) }}
        total={amounts.total}
      >
        <SubmitButton form={form} busyLabel={texts.processing}>
          {texts.continueToPayment}
        </SubmitButton>
      </StepActions>
    </Form>
  );
}
