// Customers who close the browser between the payment and its order.
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { cartItems } from "@/lib/cart";
import { rememberPayment, settlePayment, triedPayments } from "@/features/checkout/model/triedPayments";
import { mockCheckout, press, received, refused, toPayment } from "../../tests/checkout";
import { open } from "../../tests/open";
import { at, server } from "../../tests/server";
import { confirmedOrder, tomatoes } from "../../tests/shop";

mockCheckout();

const DAY_MS = 24 * 60 * 60_000;
const NOTICE =
  "Your payment went through and order GS-261121-7K2QF is placed. Its items are no longer in your cart.";
const bread = { product: { _id: "p2", name: "Rye Bread", price: 6 }, quantity: 1 };

const fillCart = (...lines: object[]) => localStorage.setItem("cart:c1", JSON.stringify(lines));
const tried = (triedAt = Date.now()) =>
  localStorage.setItem("payments:c1", JSON.stringify([{ intentId: "pi_1", triedAt }]));
const quantities = () => cartItems().map(({ product, quantity }) => [product._id, quantity]);
const ordersAnswer = (status: number, message: string) =>
  server.use(
    http.post(at("/orders/create"), () => {
      received.placed += 1;
      return refused(status, message);
    }),
  );

async function pay() {
  open("/checkout?step=2");
  await screen.findByLabelText("First Name");
  await toPayment();
  await userEvent.type(await screen.findByLabelText("Card number"), "4242424242424242");
  await userEvent.type(screen.getByLabelText("Expiry date"), "1235");
  await userEvent.type(screen.getByLabelText("Security code"), "123");
  await press("Pay $12.56");
}

it("takes the paid goods out of the cart on the next visit, and leads to the order", async () => {
  server.use(http.post(at("/orders/create"), () => refused(500, "Out of order"), { once: true }));
  await pay();
  expect(await screen.findByText("You have paid, but the order is not there yet")).toBeVisible();
  expect(cartItems()).toHaveLength(1);
  // The browser is closed.
  cleanup();
  sessionStorage.clear();
  const router = open("/cart");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "View your order" }));
  expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  expect(router.state.location.href).toBe("/checkout?step=4&intent=pi_1");
  await waitFor(() => expect(screen.queryByText(NOTICE)).not.toBeInTheDocument());
  expect(localStorage.getItem("payments:c1")).toBeNull();
  expect(received.confirmations).toHaveLength(1);
});

it("remembers a payment before its card is sent", async () => {
  // The shop takes the card, and its answer never arrives.
  server.use(http.post(at("/payments/sandbox/:id/confirm"), () => HttpResponse.error(), { once: true }));
  await pay();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "An unexpected error occurred. Please try again.",
  );
  expect(triedPayments("c1")).toMatchObject([{ intentId: "pi_1" }]);
  cleanup();
  sessionStorage.clear();
  open("/about");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  expect(cartItems()).toEqual([]);
});

it("leaves everything in the cart that was not paid", async () => {
  fillCart({ ...tomatoes, quantity: 5 }, bread);
  tried();
  open("/about");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  expect(quantities()).toEqual([
    ["p1", 3],
    ["p2", 1],
  ]);
});

it("takes paid goods out of the cart only once", async () => {
  fillCart({ ...tomatoes, quantity: 5 });
  tried();
  open("/about");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  // Another tab has asked as well.
  expect(await settlePayment("c1", "pi_1", confirmedOrder, { isSeen: false })).toBe(false);
  expect(await settlePayment("c1", "pi_1", confirmedOrder, { isSeen: true })).toBe(false);
  expect(quantities()).toEqual([["p1", 3]]);
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
});

it("does not take paid goods out again after a second attempt to pay", async () => {
  fillCart({ ...tomatoes, quantity: 5 });
  tried();
  open("/about");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  rememberPayment("c1", "pi_1");
  expect(await settlePayment("c1", "pi_1", confirmedOrder, { isSeen: false })).toBe(false);
  expect(quantities()).toEqual([["p1", 3]]);
});

it("shows the notice in a tab whose cart another tab has settled, until it is dismissed", async () => {
  localStorage.removeItem("cart:c1");
  const settled = { intentId: "pi_1", triedAt: 0, orderNumber: "GS-261121-7K2QF" };
  localStorage.setItem("payments:c1", JSON.stringify([settled]));
  open("/about");
  expect(await screen.findByText(NOTICE)).toBeVisible();
  await press("Dismiss");
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(localStorage.getItem("payments:c1")).toBeNull();
  expect(received.placed).toBe(0);
});

it("keeps the cart while a payment is not made, and asks again on the next page that sells", async () => {
  tried();
  ordersAnswer(409, "This order has not been paid for yet. Please pay first.");
  const router = open("/about");
  await waitFor(() => expect(received.placed).toBe(1));
  await router.navigate({ to: "/contact" });
  await router.navigate({ to: "/cart" });
  await waitFor(() => expect(received.placed).toBe(2));
  expect(quantities()).toEqual([["p1", 2]]);
  expect(triedPayments("c1")).toHaveLength(1);
});

it.each([
  [409, "This payment was cancelled. Please start the checkout again."],
  [404, "Payment not found"],
])("forgets a payment of two days ago that is answered with %d", async (status, message) => {
  tried(Date.now() - 2 * DAY_MS);
  ordersAnswer(status, message);
  open("/about");
  await waitFor(() => expect(localStorage.getItem("payments:c1")).toBeNull());
  expect(quantities()).toEqual([["p1", 2]]);
});

it("leads a reloaded checkout to the order of its payment", async () => {
  const amounts = { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 };
  const payment = { intentId: "pi_1", clientSecret: "s", amounts, basis: "" };
  sessionStorage.setItem("checkout:c1", JSON.stringify({ method: "standard-delivery", payment }));
  tried();
  const router = open("/checkout?step=3");
  expect(await screen.findByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  expect(router.state.location.href).toBe("/checkout?step=4&intent=pi_1");
  await waitFor(() => expect(cartItems()).toEqual([]));
  expect(localStorage.getItem("payments:c1")).toBeNull();
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(received.confirmations).toEqual([]);
});
