import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { cartItems, setQuantity } from "@/lib/cart";
import { mockCheckout, press, refused, received, toPayment } from "../../tests/checkout";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { at, server } from "../../tests/server";

mockCheckout();

const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function enterCard(number: string) {
  const field = await screen.findByLabelText("Card number");
  await userEvent.clear(field);
  await userEvent.type(field, number);
  if (!(screen.getByLabelText("Expiry date") as HTMLInputElement).value) {
    await userEvent.type(screen.getByLabelText("Expiry date"), "1235");
    await userEvent.type(screen.getByLabelText("Security code"), "123");
  }
}

describe("payment", () => {
  it("makes one payment for two clicks, then shows the order and empties the cart", async () => {
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4242424242424242");
    const pay = button("Pay $12.56");
    // Both clicks happen before React draws again.
    pay.click();
    pay.click();
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(received.confirmations).toHaveLength(1);
    expect(received.placed).toBe(1);
    expect(router.state.location.href).toBe("/checkout?step=4&intent=pi_1");
    expect(screen.getByText("GS-261121-7K2QF")).toBeVisible();
    expect(screen.getByText("Sold by Meadow Farm")).toBeVisible();
    expect(screen.getByText("2 pounds")).toBeVisible();
    expect(screen.getByText("What Happens Next")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Need Help?" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Email support" })).toHaveAttribute(
      "href",
      "mailto:support@greenstall.example?subject=Order%20GS-261121-7K2QF",
    );
    expect(screen.getByRole("link", { name: "Live chat" })).toHaveAttribute(
      "href",
      "/messages/support?about=Order+GS-261121-7K2QF",
    );
    expect(screen.queryByRole("link", { name: /^Call/ })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "View All Orders" })).toBeVisible();
    expect(await screen.findByText(/1 Field Road/)).toBeVisible();
    await waitFor(() => expect(cartItems()).toEqual([]));
    // The tab keeps neither the payment nor the addresses.
    expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toEqual({
      method: "standard-delivery",
      placed: "pi_1",
    });
  });

  it("leads from Back after paying to the order", async () => {
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4242424242424242");
    await press("Pay $12.56");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    router.history.back();
    expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "View your order" }));
    expect(await screen.findByText("GS-261121-7K2QF")).toBeVisible();
  });

  it("shows why a card was declined, and takes another one", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000000000009995");
    await press("Pay $12.56");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Your card has insufficient funds.");
    await waitFor(() => expect(alert).toHaveFocus());
    expect(received.placed).toBe(0);
    await enterCard("4242424242424242");
    await press("Pay $12.56");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(received.confirmations).toHaveLength(2);
  });

  it("does not send an incomplete card", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    const pay = button("Pay $12.56");
    expect(pay).toBeDisabled();
    expect(pay).toHaveAccessibleDescription("Enter your card details to pay.");
    await userEvent.type(await screen.findByLabelText("Security code"), "123");
    await press("Pay $12.56");
    expect(await screen.findByRole("alert")).toHaveTextContent("Please enter the card number");
    expect(received.confirmations).toEqual([]);
  });

  it("asks for authentication, and pays when the customer gives it", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000002500003155");
    await press("Pay $12.56");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Additional authentication required. Please complete the verification.");
    expect(received.placed).toBe(0);
    await userEvent.click(within(dialog).getByRole("button", { name: "Complete authentication" }));
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(received.confirmations.map(({ authenticated }) => authenticated)).toEqual([undefined, true]);
  });

  it("reports a missing authentication", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await enterCard("4000002500003155");
    await press("Pay $12.56");
    await press("Cancel payment");
    expect(await screen.findByRole("alert")).toHaveTextContent("Additional authentication required.");
    expect(received.placed).toBe(0);
  });

  it("never asks for the card of a paid payment again: it retries only the order, also after a reload", async () => {
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
    expect(received.confirmations).toHaveLength(1);
  });

  it("resumes by itself after a reload of a paid payment", async () => {
    const payment = {
      intentId: "pi_1",
      clientSecret: "s",
      amounts: { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 },
      basis: "of an earlier cart",
      paid: true,
    };
    sessionStorage.setItem("checkout:c1", JSON.stringify({ method: "standard-delivery", payment }));
    localStorage.setItem("payments:c1", JSON.stringify([{ intentId: "pi_1", triedAt: 0 }]));
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(received.confirmations).toEqual([]);
    expect(received.placed).toBe(1);
    await waitFor(() => expect(cartItems()).toEqual([]));
  });

  it("ends when the goods are gone, and allows a new payment", async () => {
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
    expect(received.intents).toHaveLength(2);
  });

  it("needs a new payment when the address changes after the first", async () => {
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    await press("Edit Shipping");
    await userEvent.type(await screen.findByLabelText(/^Apartment/), "4C");
    await router.navigate({ to: "/checkout", search: { step: 3 } });
    expect(await screen.findByRole("heading", { name: "Shipping Information" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Secure Payment" })).not.toBeInTheDocument();
    expect(screen.getByText(/^Your order has changed since you went on to pay/)).toBeVisible();
  });

  it("explains why it starts over when another tab changes the cart", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    expect(screen.queryByText(/^Your order has changed/)).not.toBeInTheDocument();
    await toPayment();
    act(() => setQuantity("p1", 3));
    const title = await screen.findByRole("heading", { name: "Shipping Information" });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByText(/^Your order has changed since you went on to pay/)).toBeVisible();
    await toPayment();
    expect(await screen.findByRole("button", { name: "Pay $12.56" })).toBeVisible();
    expect(received.intents).toHaveLength(2);
  });

  it("stays on the earlier step when the customer goes back during the preparation", async () => {
    const answer = deferred<Response>();
    server.use(http.post(at("/payments/create-intent"), () => answer.promise));
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await press("Continue to Payment");
    await router.navigate({ to: "/checkout", search: {} });
    expect(await screen.findByRole("heading", { name: "Review Your Order" })).toBeVisible();
    answer.resolve(
      HttpResponse.json({
        success: true,
        paymentIntent: { id: "pi_1", status: "requires_payment_method", client_secret: "s" },
        clientSecret: "s",
        checkout: { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 },
      }),
    );
    await waitFor(() => expect(sessionStorage.getItem("checkout:c1")).toContain("pi_1"));
    expect(router.state.location.href).toBe("/checkout");
    expect(screen.getByRole("heading", { name: "Review Your Order" })).toBeVisible();
  });
});

describe("the confirmation", () => {
  it("shows the order of a payment again after a reload, and leaves a new cart alone", async () => {
    open("/checkout?step=4&intent=pi_1");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    expect(received.placed).toBe(1);
    expect(cartItems()).toHaveLength(1);
  });

  it("also opens at the address to which the provider returns the customer", async () => {
    open("/order-confirmation?payment_intent=pi_1");
    expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  });

  it("reports a missing payment", async () => {
    server.use(http.post(at("/orders/create"), () => refused(404, "No such payment")));
    open("/checkout?step=4&intent=pi_9");
    expect(await screen.findByRole("heading", { name: "No such payment" })).toBeVisible();
    expect(button("Retry")).toBeVisible();
  });
});
