import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { saveAddress } from "@/api/addresses";
import { ApiError, messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { User } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { rememberHold } from "@/lib/holds";
import { currentPlace } from "@/lib/place";
import { useAppForm } from "@/ui/form/useAppForm";
import { toast } from "@/ui/toast";
import { createIntent } from "../api/checkout";
import { texts } from "../texts";
import { billingToSend, prefilled, validateAddresses, type AddressForm } from "./address";
import type { Amounts } from "./amounts";
import { paymentBasis, rememberMethod } from "./draft";
import type { DraftControl } from "./useDraft";

interface Options {
  user: User;
  items: readonly CartItem[];
  control: DraftControl;
  amounts: Amounts;
  /** Called when the payment is created. */
  onReady: () => void;
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The shop refused; any other error happened on the way. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.problem.success === false;

/** The form of step 2: kept in the draft during typing; sending it creates the payment and holds the stock. */
export function useShippingForm({ user, items, control, amounts, onReady }: Options) {
  const client = useQueryClient();
  const { change } = control;
  const { method, addresses: kept } = control.draft;

  async function toBook({ shipping }: AddressForm) {
    const { firstName, lastName, address, apartment, city, state, zipCode } = shipping;
    const name = texts.addressName(address, city);
    try {
      await saveAddress({ name, firstName, lastName, address, apartment, city, state, zipCode });
      await client.invalidateQueries({ queryKey: keys.addresses.all });
    } catch {
      toast.error(texts.saveAddressFailed);
    }
  }

  const form = useAppForm<AddressForm>({
    rules: validateAddresses,
    defaults: { ...prefilled(user, currentPlace()), ...kept },
    send: async (entered) => {
      const addresses = { ...entered, saveAddress: false };
      try {
        const billing = billingToSend(addresses);
        const payment = await createIntent({ amounts, method, shipping: addresses.shipping, billing, items });
        change({
          method,
          addresses,
          payment: { ...payment, basis: paymentBasis({ method, addresses }, items) },
        });
      } catch (error) {
        // Prices or stock have changed: refetch to mark the changed lines.
        if (isConflict(error)) await client.invalidateQueries({ queryKey: keys.products.all });
        throw error;
      }
      rememberHold(user._id, items);
      rememberMethod(user._id, method);
      if (entered.saveAddress) void toBook(entered);
      onReady();
    },
    failed: (error) => messageOf(error, isRefusal(error) ? texts.intentRefused : texts.intentFailed),
    failedTitle: texts.intentFailedTitle,
  });

  // The typed values survive a reload, Back, and the end of a session.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => change({ addresses: values }),
      }),
    [form, change],
  );
  return form;
}
