import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { ConfirmedOrder } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import type { Billing, Shipping } from "../model/address";
import type { Amounts } from "../model/amounts";
import type { PendingPayment } from "../model/draft";
import type { PaymentStatus } from "../model/payment";

export type { ConfirmedOrder };

interface IntentOptions {
  amounts: Amounts;
  method: string;
  shipping: Shipping;
  billing: Billing;
  items: readonly CartItem[];
}

/** Creates a payment: the server checks and prices everything and holds the stock. */
export async function createIntent(wanted: IntentOptions): Promise<Omit<PendingPayment, "basis">> {
  const answer = await call(
    api.POST("/payments/create-intent", {
      body: {
        amount: wanted.amounts.total,
        currency: "usd",
        shipping: { ...wanted.shipping, deliveryMethod: wanted.method },
        billing: wanted.billing,
        items: wanted.items.map(({ product, quantity }) => ({
          id: product._id,
          name: product.name,
          price: product.price,
          quantity,
        })),
      },
    }),
  );
  return { intentId: answer.paymentIntent.id, clientSecret: answer.clientSecret, amounts: answer.checkout };
}

interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** Pays with a test card of the sandbox provider. A decline becomes an error with the provider's text. */
export async function confirmSandboxCard(
  payment: PendingPayment,
  card: Card,
  authenticated: boolean,
): Promise<PaymentStatus> {
  const answer = await call(
    api.POST("/payments/sandbox/{intentId}/confirm", {
      params: { path: { intentId: payment.intentId } },
      body: { clientSecret: payment.clientSecret, card, authenticated: authenticated || undefined },
    }),
  );
  return answer.status;
}

/** Places the order of a paid payment, or returns the one already placed. */
export async function placeOrder(intentId: string): Promise<ConfirmedOrder> {
  const answer = await call(api.POST("/orders/create", { body: { paymentIntentId: intentId } }));
  return answer.order;
}

/** The placed order, for a page that was reloaded: repeating the call is harmless. */
export const confirmedOrderQuery = (intentId: string) =>
  queryOptions({
    queryKey: keys.confirmation(intentId),
    queryFn: () => placeOrder(intentId),
    staleTime: "static",
  });
