import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { setCartOwner } from "@/lib/cart";
import { emptyCart } from "../../tests/cart";
import { deferred } from "../../tests/deferred";
import { mockCheckout, press, refused, received, toPayment } from "../../tests/checkout";
import { open } from "../../tests/open";
import { at, server } from "../../tests/server";
import { tomatoes } from "../../tests/shop";

mockCheckout();

const FORM = "Continue to Payment";

async function toCard() {
  open("/checkout?step=2");
  await screen.findByLabelText("First Name");
  await toPayment();
  await userEvent.type(await screen.findByLabelText("Card number"), "4242424242424242");
  await userEvent.type(screen.getByLabelText("Expiry date"), "1235");
  await userEvent.type(screen.getByLabelText("Security code"), "123");
}

it("has nothing to check out with an empty cart", async () => {
  localStorage.setItem("cart:c1", "[]");
  emptyCart();
  open("/checkout");
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByText("Add some products to get started")).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");
});

it("names every delivery method, and the Back button", async () => {
  open("/checkout");
  expect(await screen.findByRole("heading", { name: "Review Your Order" })).toBeVisible();
  for (const method of [/Store Pickup.*FREE/, /Standard Delivery.*\$5\.00/, /Same Day Delivery.*\$15\.00/])
    expect(screen.getByRole("radio", { name: method })).toBeInTheDocument();
  expect(screen.getByText("per pound")).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue Shopping" })).toBeVisible();
  await press(/^Proceed to Shipping/);
  expect(await screen.findByRole("button", { name: "Back to Cart" })).toBeVisible();
  const email = screen.getByLabelText("Email");
  await userEvent.clear(email);
  await userEvent.type(email, "cora@example");
  await userEvent.tab();
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
});

it("labels delivery as free above fifty dollars", async () => {
  localStorage.setItem("cart:c1", JSON.stringify([{ ...tomatoes, quantity: 20 }]));
  setCartOwner(null);
  open("/checkout");
  expect(await screen.findByRole("radio", { name: /Standard Delivery.*FREE/ })).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: /Same Day Delivery.*\$15\.00/ })).toBeInTheDocument();
});

it.each([
  [{ success: false }, 422, "Failed to create payment intent"],
  [{}, 502, "Payment processing error"],
])("explains a payment that could not be prepared: %j", async (body, status, text) => {
  server.use(http.post(at("/payments/create-intent"), () => HttpResponse.json(body, { status })));
  open("/checkout?step=2");
  await screen.findByLabelText("First Name");
  await press(FORM);
  expect(await screen.findByText(text)).toBeVisible();
});

it("shows progress, and passes on what the server reports as missing", async () => {
  const answer = deferred<Response>();
  server.use(http.post(at("/payments/create-intent"), () => answer.promise));
  open("/checkout?step=2");
  await screen.findByLabelText("First Name");
  await press(FORM);
  expect(await screen.findByRole("button", { name: "Processing..." })).toBeVisible();
  answer.resolve(refused(422, "Please fill in the following fields: City, State"));
  expect(await screen.findByText("Please fill in the following fields: City, State")).toBeVisible();
});

it("shows the payment's progress, its success, and the state of the order", async () => {
  const paid = deferred<Response>();
  const placed = deferred<Response>();
  server.use(
    http.post(at("/payments/sandbox/pi_1/confirm"), () => paid.promise),
    http.post(at("/orders/create"), () => placed.promise),
  );
  await toCard();
  await press("Pay $12.56");
  expect(await screen.findByRole("button", { name: "Processing Payment..." })).toBeVisible();
  paid.resolve(HttpResponse.json({ id: "pi_1", status: "succeeded", client_secret: "s" }));
  const status = await screen.findByText(/^Payment successful! \$12\.56 was paid\./);
  expect(status).toBeVisible();
  expect(within(screen.getByRole("main")).getAllByText("✅ Payment Complete")[0]).toBeVisible();
  placed.resolve(HttpResponse.json({}, { status: 502 }));
  expect(await screen.findByText("Failed to create order. Please contact support.")).toBeVisible();
});

it("folds the summary beside the payment, and shows the paid amounts", async () => {
  await toCard();
  // At most one of the two summaries is shown at a width.
  for (const text of ["Show Details", "Hide Details"]) expect(screen.getAllByText(text)).not.toEqual([]);
  await press("Pay $12.56");
  expect(await screen.findByRole("heading", { name: "Billing Summary" })).toBeVisible();
  expect(screen.getByText("Total Paid")).toBeVisible();
});

it.each([
  ["a refusal", 402, "Payment failed. Please try again."],
  ["an exception", 502, "An unexpected error occurred. Please try again."],
])("reports a failed payment without a reason: %s", async (_, status, text) => {
  server.use(http.post(at("/payments/sandbox/pi_1/confirm"), () => HttpResponse.json({}, { status })));
  await toCard();
  await press("Pay $12.56");
  expect(await screen.findByText(text)).toBeVisible();
  expect(received.placed).toBe(0);
});

it("reports a missing order when the payment leads back to the shop", async () => {
  server.use(http.post(at("/orders/create"), () => HttpResponse.json({}, { status: 400 })));
  open("/order-confirmation?payment_intent=pi_1");
  expect(
    await screen.findByRole("heading", { name: "Order creation failed. Please contact support." }),
  ).toBeVisible();
});
