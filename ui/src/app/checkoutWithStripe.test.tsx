import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import type { ReactNode } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { storeToken } from "@/api/token";
import { setCartOwner } from "@/lib/cart";
import { open } from "../../tests/open";
import { purchases } from "../../tests/lists";
import { at, mockServer, server } from "../../tests/server";
import { config, confirmedOrder, customer, order, product, tomatoes } from "../../tests/shop";

/** Stripe.js comes from Stripe's server; each test sets its answers. */
const stripe = vi.hoisted(() => ({
  retrievePaymentIntent: vi.fn<(secret: string) => Promise<object>>(),
  confirmPayment: vi.fn<(options: object) => Promise<object>>(),
  loadStripe: vi.fn<(key: string) => Promise<object>>(),
}));

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: stripe.loadStripe }));
vi.mock("@stripe/react-stripe-js", () => ({
  Elements: ({ children }: { children: ReactNode }) => children,
  PaymentElement: ({ onChange }: { onChange: (event: { empty: boolean }) => void }) => (
    <label>
      Stripe's form
      <input onChange={({ target }) => onChange({ empty: target.value === "" })} />
    </label>
  ),
  useStripe: () => stripe,
  useElements: () => ({}),
}));

mockServer();
// Load the page's code once, so that no test waits for it.
beforeAll(() => import("@/features/checkout/components/CheckoutPage"));
let placed: number;

beforeEach(() => {
  placed = 0;
  stripe.loadStripe.mockReset().mockResolvedValue(stripe);
  stripe.retrievePaymentIntent
    .mockReset()
    .mockResolvedValue({ paymentIntent: { status: "requires_payment_method" } });
  stripe.confirmPayment.mockReset().mockResolvedValue({ paymentIntent: { status: "succeeded" } });
  storeToken("t");
  localStorage.setItem("cart:c1", JSON.stringify([tomatoes]));
  setCartOwner(null);
  const payments = { provider: "stripe", publishableKey: "pk_test_1", testMode: true };
  server.use(
    http.get(at("/auth/me"), () => HttpResponse.json(customer)),
    http.get(at("/config"), () => HttpResponse.json({ ...config, payments })),
    http.get(at("/products/p1"), () => HttpResponse.json(product())),
    http.get(at("/users/addresses"), () => HttpResponse.json({ addresses: [] })),
    purchases(() => [order()]),
    http.post(at("/payments/create-intent"), () =>
      HttpResponse.json({
        success: true,
        paymentIntent: { id: "pi_1", status: "requires_payment_method", client_secret: "s" },
        clientSecret: "s",
        checkout: { subtotal: 7, tax: 0.56, deliveryFee: 5, total: 12.56 },
      }),
    ),
    http.post(at("/orders/create"), () => {
      placed += 1;
      return HttpResponse.json(
        { success: true, order: confirmedOrder, checkout: confirmedOrder.billing },
        { status: 201 },
      );
    }),
  );
});

async function toPayment() {
  open("/checkout?step=2");
  await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  const form = await screen.findByLabelText("Stripe's form");
  expect(screen.getByRole("button", { name: "Pay $12.56" })).toBeDisabled();
  await userEvent.type(form, "4242");
}

const pay = () => userEvent.click(screen.getByRole("button", { name: "Pay $12.56" }));

it("pays in Stripe's form, and leaves the page only when Stripe must redirect", async () => {
  await toPayment();
  expect(stripe.loadStripe).toHaveBeenCalledWith("pk_test_1");
  await pay();
  expect(await screen.findByText(confirmedOrder.orderNumber)).toBeVisible();
  const [options] = stripe.confirmPayment.mock.calls[0] ?? [];
  expect(options).toMatchObject({
    redirect: "if_required",
    confirmParams: { return_url: `${window.location.origin}/order-confirmation` },
  });
  expect(placed).toBe(1);
});

it("shows Stripe's error, and takes another card", async () => {
  await toPayment();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { type: "card_error", message: "Your card was declined." },
  });
  await pay();
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: "requires_action" } });
  await pay();
  expect(
    await screen.findByText("Additional authentication required. Please complete the verification."),
  ).toBeVisible();
  expect(placed).toBe(0);
  await pay();
  expect(await screen.findByText(confirmedOrder.orderNumber)).toBeVisible();
});

it("does not pay a payment twice", async () => {
  await toPayment();
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status: "succeeded" } });
  await pay();
  expect(await screen.findByText(confirmedOrder.orderNumber)).toBeVisible();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

it("reports that Stripe failed to load, and loads it again", async () => {
  stripe.loadStripe.mockRejectedValueOnce(new Error("Failed to load Stripe.js"));
  open("/checkout?step=2");
  await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Payment system not ready. Please try again.");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await userEvent.type(await screen.findByLabelText("Stripe's form"), "4242");
  await pay();
  expect(await screen.findByText(confirmedOrder.orderNumber)).toBeVisible();
});

it.each([
  [{ error: {} }, "Payment failed. Please try again."],
  [new Error("Broken"), "An unexpected error occurred. Please try again."],
  [{ paymentIntent: { status: "processing" } }, "Payment could not be processed. Please try again."],
])("has its own text for an error that Stripe does not explain", async (answer, text) => {
  await toPayment();
  if (answer instanceof Error) stripe.confirmPayment.mockRejectedValueOnce(answer);
  else stripe.confirmPayment.mockResolvedValueOnce(answer);
  await pay();
  expect(await screen.findByText(text)).toBeVisible();
  expect(placed).toBe(0);
});
