import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach } from "vitest";
import { storeToken } from "@/api/token";
import type { SavedAddress } from "@/api/types";
import { setCartOwner } from "@/lib/cart";
import { on } from "./api";
import { purchases } from "./lists";
import { at, mockServer, server } from "./server";
import { config, confirmedOrder, customer, order, product, tomatoes } from "./shop";

export const refused = (status: number, message: string, extra: object = {}) =>
  HttpResponse.json({ success: false, message, error: message, ...extra }, { status });

const home: SavedAddress = {
  _id: "a1",
  id: "a1",
  revision: 1,
  name: "Home",
  firstName: "Cora",
  lastName: "Ann Customer",
  address: "2 Market Street",
  apartment: "",
  city: "San Francisco",
  state: "CA",
  zipCode: "94110",
  country: "United States",
  isPrimary: true,
};
const work: SavedAddress = {
  ...home,
  _id: "a2",
  id: "a2",
  name: "Work",
  firstName: "Cory",
  address: "9 Hill Road",
  city: "Burlington",
  state: "VT",
  zipCode: "05401",
  isPrimary: false,
};

const nothingReceived = () => ({
  /** The provider's confirmation requests: the card's number, and whether the customer has authenticated. */
  confirmations: [] as { authenticated?: boolean; number: string }[],
  intents: [] as Record<string, unknown>[],
  placed: 0,
  savedAddresses: [] as object[],
  /** The address book. */
  book: [home, work],
});

/** The requests that the server received in the running test. */
export const received = nothingReceived();

/** A customer with a cart, and a server that takes orders. */
export function mockCheckout(): void {
  mockServer();
  // Load the page's code once, so that no test waits for it.
  beforeAll(() => import("@/features/checkout/components/CheckoutPage"));
  beforeEach(() => {
    Object.assign(received, nothingReceived());
    storeToken("t");
    localStorage.setItem("cart:c1", JSON.stringify([tomatoes]));
    setCartOwner(null);
    server.use(
      http.get(at("/auth/me"), () => HttpResponse.json(customer)),
      http.get(at("/config"), () => HttpResponse.json(config)),
      http.get(at("/products/p1"), () => HttpResponse.json(product())),
      purchases(() => [order()]),
      on.get("/users/addresses", () => ({ addresses: received.book })),
      on.post("/users/addresses", async ({ body }) => {
        received.savedAddresses.push(await body());
        return { success: true, address: home };
      }),
      http.post(at("/payments/create-intent"), async ({ request }) => {
        received.intents.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({
          success: true,
          paymentIntent: { id: "pi_1", status: "requires_payment_method", client_secret: "s" },
          clientSecret: "s",
          checkout: { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 },
        });
      }),
      http.post(at("/payments/sandbox/pi_1/confirm"), async ({ request }) => {
        const body = (await request.json()) as { card: { number: string }; authenticated?: boolean };
        const number = body.card.number.replaceAll(" ", "");
        received.confirmations.push({ number, authenticated: body.authenticated });
        if (number.endsWith("9995")) return refused(402, "Your card has insufficient funds.");
        const needsAuthentication = number.endsWith("3155") && !body.authenticated;
        return HttpResponse.json({
          id: "pi_1",
          status: needsAuthentication ? "requires_action" : "succeeded",
          client_secret: "s",
        });
      }),
      http.post(at("/orders/create"), () => {
        received.placed += 1;
        return HttpResponse.json(
          { success: true, order: confirmedOrder, checkout: confirmedOrder.billing },
          { status: 201 },
        );
      }),
    );
  });
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

export async function toPayment() {
  await press("Continue to Payment");
  await screen.findByRole("heading", { name: "Secure Payment" });
}
