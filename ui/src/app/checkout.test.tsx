import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { User } from "@/api/types";
import { cartItems, setCartOwner } from "@/lib/cart";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { config, confirmed, customer, order, product, tomatoes } from "../../tests/shop";

mockServer();

const refused = (status: number, message: string, extra: object = {}) =>
  HttpResponse.json({ success: false, message, error: message, ...extra }, { status });

/** What the provider answers to a card, by its number; and how often it was asked. */
let confirmations: { authenticated?: boolean; number: string }[];
let intents: Record<string, unknown>[];
let placed: number;

beforeEach(() => {
  confirmations = [];
  intents = [];
  placed = 0;
  storeToken("t");
  localStorage.setItem("cart:c1", JSON.stringify([tomatoes]));
  setCartOwner(null);
  server.use(
    http.get(at("/auth/me"), () => HttpResponse.json(customer)),
    http.get(at("/config"), () => HttpResponse.json(config)),
    http.get(at("/products/p1"), () => HttpResponse.json(product())),
    http.get(at("/orders/customer"), () => HttpResponse.json([order()])),
    http.post(at("/payments/create-intent"), async ({ request }) => {
      intents.push((await request.json()) as Record<string, unknown>);
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
      confirmations.push({ number, authenticated: body.authenticated });
      if (number.endsWith("9995")) return refused(402, "Your card has insufficient funds.");
      const waits = number.endsWith("3155") && !body.authenticated;
      return HttpResponse.json({
        id: "pi_1",
        status: waits ? "requires_action" : "succeeded",
        client_secret: "s",
      });
    }),
    http.post(at("/orders/create"), () => {
      placed += 1;
      return HttpResponse.json(
        { success: true, order: confirmed, checkout: confirmed.billing },
        { status: 201 },
      );
    }),
  );
});

const signedInAs = (user: Partial<User>) =>
  server.use(http.get(at("/auth/me"), () => HttpResponse.json({ ...customer, ...user })));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

async function toPayment() {
  await press("Continue to Payment");
  await screen.findByRole("heading", { name: "Secure Payment" });
}

async function enterCard(number: string) {
  const field = await screen.findByLabelText("Card number");
  await userEvent.clear(field);
  await userEvent.type(field, number);
  if (!(screen.getByLabelText("Expiry date") as HTMLInputElement).value) {
    await userEvent.type(screen.getByLabelText("Expiry date"), "1235");
    await userEvent.type(screen.getByLabelText("Security code"), "123");
  }
}

describe("the review", () => {
  it("names the total on the way on, and the next step takes the focus", async () => {
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Review Your Order" })).toBeVisible();
    await userEvent.click(await screen.findByRole("radio", { name: /Store Pickup/ }));
    await press("Proceed to Shipping · $7.56");
    const title = await screen.findByRole("heading", { name: "Your Details" });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByText("Meadow Farm, Salinas, CA 93901")).toBeVisible();
  });

  it("stops where a line changed or the method cannot be had", async () => {
    server.use(
      http.get(at("/products/p1"), () =>
        HttpResponse.json(product({ fulfillment: { ...product().fulfillment, method: "pickup-only" } })),
      ),
    );
    open("/checkout");
    expect(
      await screen.findByText("Please choose a delivery method that all of your items allow."),
    ).toBeVisible();
    expect(button(/^Proceed to Shipping/)).toBeDisabled();
    expect(screen.getByRole("radio", { name: /Standard Delivery/ })).toBeDisabled();
    await userEvent.click(screen.getByRole("radio", { name: /Store Pickup/ }));
    expect(button(/^Proceed to Shipping/)).toBeEnabled();
  });

  it("leads to the cart when a price has changed", async () => {
    server.use(http.get(at("/products/p1"), () => HttpResponse.json(product({ price: 4 }))));
    open("/checkout");
    expect(await screen.findByText(/Some items changed since you added them/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Review your cart" })).toHaveAttribute("href", "/cart");
    expect(button(/^Proceed to Shipping/)).toBeDisabled();
  });

  it("says that the cart is empty", async () => {
    localStorage.removeItem("cart:c1");
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    expect(screen.getByText("Add some products to get started")).toBeVisible();
  });
});

describe("shipping", () => {
  it("is prefilled from the account, and a change of it outlives a reload", async () => {
    open("/checkout?step=2");
    expect(await screen.findByLabelText("First Name")).toHaveValue("Cora");
    expect(screen.getByLabelText("Last Name")).toHaveValue("Ann Customer");
    expect(screen.getByLabelText("Address")).toHaveValue("2 Market Street");
    expect(screen.getByLabelText("State")).toHaveValue("California (CA)");
    expect(screen.getByRole("radio", { name: /^Home/ })).toBeChecked();
    await userEvent.type(screen.getByLabelText(/^Apartment/), "4C");
    expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toMatchObject({
      addresses: { shipping: { apartment: "4C" } },
    });
  });

  it("lists what is missing in the form's order, takes the focus there and leads to the fields", async () => {
    signedInAs({ name: "Cora", address: undefined });
    open("/checkout?step=2");
    await userEvent.type(await screen.findByLabelText(/^Phone/), "call me");
    await press("Continue to Payment");
    const summary = await screen.findByRole("alert");
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual([
      "Last Name is required",
      "Please enter a valid phone number",
      "Address is required",
      "City is required",
      "State is required",
      "Zip Code is required",
    ]);
    expect(screen.getByLabelText("City")).toHaveAccessibleDescription("City is required");
    await userEvent.click(within(summary).getByRole("link", { name: "City is required" }));
    expect(screen.getByLabelText("City")).toHaveFocus();
    await userEvent.type(screen.getByLabelText("City"), "Salem");
    expect(within(summary).queryByText("City is required")).not.toBeInTheDocument();
    expect(intents).toEqual([]);
  });

  it("fills in the saved address, or clears it for another one", async () => {
    open("/checkout?step=2");
    await userEvent.click(await screen.findByRole("radio", { name: /Another address/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("");
    expect(screen.getByLabelText("First Name")).toHaveValue("Cora");
    await userEvent.click(screen.getByRole("radio", { name: /^Home/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("2 Market Street");
  });

  it("sends the shipping address as billing address until it is said to differ", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    expect(intents[0]).toMatchObject({
      amount: 12.56,
      currency: "usd",
      items: [{ id: "p1", quantity: 2 }],
      shipping: { deliveryMethod: "standard-delivery", city: "San Francisco" },
      billing: { sameAsShipping: true, firstName: "Cora", address: "2 Market Street", zipCode: "94110" },
    });
  });

  it("asks for a billing address of its own", async () => {
    open("/checkout?step=2");
    await userEvent.click(await screen.findByLabelText("Billing address is the same as shipping"));
    await press("Continue to Payment");
    expect(await screen.findByRole("alert")).toHaveTextContent("First Name is required");
    expect(intents).toEqual([]);
  });

  it.each(["Only 1 of San Marzano Tomatoes is left", "Prices have changed"])(
    "shows a conflict (%s) with the way back to the cart",
    async (message) => {
      server.use(http.post(at("/payments/create-intent"), () => refused(409, message)));
      open("/checkout?step=2");
      await screen.findByLabelText("First Name");
      await press("Continue to Payment");
      const summary = await screen.findByRole("alert");
      expect(summary).toHaveTextContent(message);
      await waitFor(() => expect(summary).toHaveFocus());
      expect(screen.getByRole("link", { name: "Review your cart" })).toHaveAttribute("href", "/cart");
    },
  );

  it("leads to the fields that the server refuses", async () => {
    server.use(
      http.post(at("/payments/create-intent"), () =>
        refused(422, "Please enter a valid ZIP code", {
          errors: [{ field: "shipping.zipCode", message: "Please enter a valid ZIP code" }],
        }),
      ),
    );
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await press("Continue to Payment");
    await userEvent.click(await screen.findByRole("link", { name: "Please enter a valid ZIP code" }));
    expect(screen.getByLabelText("ZIP Code")).toHaveFocus();
  });
});

describe("payment", () => {
  it("is one payment for two clicks, and then the order is there and the cart empty", async () => {
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4242424242424242");
    const pay = button("Pay $12.56");
    // Both before anything is drawn again.
    pay.click();
    pay.click();
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(confirmations).toHaveLength(1);
    expect(placed).toBe(1);
    expect(router.state.location.href).toBe("/checkout?step=4&intent=pi_1");
    expect(screen.getByText("GS-261121-7K2QF")).toBeVisible();
    expect(screen.getByText("Sold by Meadow Farm")).toBeVisible();
    expect(screen.getByText("2 pounds")).toBeVisible();
    expect(screen.getByText("What Happens Next")).toBeVisible();
    expect(screen.getByRole("link", { name: "View All Orders" })).toBeVisible();
    expect(await screen.findByText(/1 Field Road/)).toBeVisible();
    await waitFor(() => expect(cartItems()).toEqual([]));
    expect(sessionStorage.getItem("checkout:c1")).toBeNull();
  });

  it("shows why a card was declined and takes another one", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000000000009995");
    await press("Pay $12.56");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Your card has insufficient funds.");
    await waitFor(() => expect(alert).toHaveFocus());
    expect(placed).toBe(0);
    await enterCard("4242424242424242");
    await press("Pay $12.56");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(confirmations).toHaveLength(2);
  });

  it("does not send a card that is incomplete", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await press("Pay $12.56");
    expect(await screen.findByRole("alert")).toHaveTextContent("Please enter the card number");
    expect(confirmations).toEqual([]);
  });

  it("asks for authentication and pays when it is given", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000002500003155");
    await press("Pay $12.56");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Additional authentication required. Please complete the verification.");
    expect(placed).toBe(0);
    await userEvent.click(within(dialog).getByRole("button", { name: "Complete authentication" }));
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(confirmations.map(({ authenticated }) => authenticated)).toEqual([undefined, true]);
  });

  it("says that authentication is missing when it is not given", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000002500003155");
    await press("Pay $12.56");
    await press("Cancel payment");
    expect(await screen.findByRole("alert")).toHaveTextContent("Additional authentication required.");
    expect(placed).toBe(0);
  });

  it("never asks for the card again once it is paid: only the order is tried again, also after a reload", async () => {
    server.use(http.post(at("/orders/create"), () => HttpResponse.json({}, { status: 500 }), { once: true }));
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4242424242424242");
    await press("Pay $12.56");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to create order. Please contact support.",
    );
    expect(screen.getByText("✅ Payment Complete")).toBeVisible();
    expect(screen.queryByLabelText("Card number")).not.toBeInTheDocument();
    expect(button("Back to Shipping")).toBeDisabled();
    expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toMatchObject({
      payment: { intentId: "pi_1", paid: true },
    });
    await press("Finish your order");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(confirmations).toHaveLength(1);
  });

  it("resumes by itself when the page was reloaded after the payment", async () => {
    const payment = {
      intentId: "pi_1",
      clientSecret: "s",
      amounts: { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 },
      basis: "of an earlier cart",
      paid: true,
    };
    sessionStorage.setItem("checkout:c1", JSON.stringify({ method: "standard-delivery", payment }));
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(confirmations).toEqual([]);
    expect(placed).toBe(1);
    await waitFor(() => expect(cartItems()).toEqual([]));
  });

  it("ends when the goods were gone, and a new payment can be made", async () => {
    server.use(
      http.post(at("/orders/create"), () => refused(409, "The tomatoes are gone. Your money goes back.")),
    );
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4242424242424242");
    await press("Pay $12.56");
    expect(await screen.findByText("The tomatoes are gone. Your money goes back.")).toBeVisible();
    await press("Back to Shipping");
    await toPayment();
    expect(await screen.findByLabelText("Card number")).toBeVisible();
    expect(intents).toHaveLength(2);
  });

  it("needs a new payment when the address was changed after the first", async () => {
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await press("Edit Shipping");
    await userEvent.type(await screen.findByLabelText(/^Apartment/), "4C");
    await router.navigate({ to: "/checkout", search: { step: 3 } });
    expect(await screen.findByRole("heading", { name: "Shipping Information" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Secure Payment" })).not.toBeInTheDocument();
  });
});

describe("the confirmation", () => {
  it("shows the order of a payment again after a reload, and leaves a new cart alone", async () => {
    open("/checkout?step=4&intent=pi_1");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(placed).toBe(1);
    expect(cartItems()).toHaveLength(1);
  });

  it("is where the provider sends the customer back to", async () => {
    open("/order-confirmation?payment_intent=pi_1");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  });

  it("says when there is no such payment", async () => {
    server.use(http.post(at("/orders/create"), () => refused(404, "No such payment")));
    open("/checkout?step=4&intent=pi_9");
    expect(await screen.findByRole("heading", { name: "No such payment" })).toBeVisible();
    expect(button("Retry")).toBeVisible();
  });
});
