// A shop with payments through Stripe; doubles stand in for Stripe's script and API.
import { openAs, ordersOf, eventually, signUp } from "./calls.js";
import { confirmedNumber, payButton, toPayment } from "./checkout.js";
import { furnishStall } from "./market.js";
import { expect, expectAccessible, test as base } from "./shop.js";
import { PUBLISHABLE_KEY, serveStripe, settingsFor, startStripe } from "./stripe.js";

const test = base.extend({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ stripe }, use) => use(settingsFor(stripe)), { scope: "worker" }],
  product: [async ({ shop }, use) => use(await furnishStall(shop)), { scope: "worker" }],
});

test.use({ shopName: "stripe" });

const card = (page) => page.getByLabel("Card of Stripe");
const buyerOf = (shop, name) => signUp(shop, name, "customer");

test("Stripe's form pays, and takes another card after a decline", async ({ open, shop, product, stripe }) => {
  const buyer = await buyerOf(shop, "Stella Stripe");
  const page = await openAs(open, buyer, "/");
  const calls = await serveStripe(page, stripe);
  await page.goto("/products");
  expect(calls, "Stripe is loaded by those alone who pay").toEqual([]);
  await toPayment(page, product);
  await expect(card(page)).toBeVisible();
  await expect(page.getByText("Test mode")).toHaveCount(0);
  await expect(page.getByText("Test cards")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: /Digital wallet/ })).toBeEnabled();
  await expect(payButton(page)).toBeDisabled();
  await expectAccessible(page);
  await card(page).fill("4242");
  await payButton(page).click();
  // Stripe's form shows the missing field.
  await expect.poll(() => calls.some(({ clientSecret }) => clientSecret)).toBe(true);
  await expect(payButton(page)).toBeEnabled();
  await card(page).fill("4000 0000 0000 0002");
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." })).toBeFocused();
  await expectAccessible(page);
  expect(await ordersOf(shop, buyer)).toEqual([]);
  await card(page).fill("4242 4242 4242 4242");
  await payButton(page).click();
  const number = await confirmedNumber(page);
  expect(calls.at(-1)).toMatchObject({ key: PUBLISHABLE_KEY, returnUrl: `${shop.address}/order-confirmation` });
  const [intent] = [...stripe.intents.values()].filter(({ status }) => status === "succeeded");
  expect(intent).toMatchObject({ amount: 378, currency: "usd" });
  // The webhook arrives late and finds the same order.
  expect(await stripe.tellPaid(shop, intent)).toBe(200);
  expect((await ordersOf(shop, buyer)).map(({ parentNumber }) => parentNumber)).toEqual([number]);
});

test("a browser closed after paying gets its order by the webhook, and a cancelled order its money back", async ({ open, shop, product, stripe }) => {
  const buyer = await buyerOf(shop, "Wes Webhook");
  const page = await openAs(open, buyer, "/");
  await serveStripe(page, stripe);
  await toPayment(page, product);
  await card(page).fill("4242 4242 4242 4242");
  const placing = page.waitForRequest("**/api/orders/create");
  await page.route("**/api/orders/create", () => {});
  await payButton(page).click();
  const { paymentIntentId } = (await placing).postDataJSON();
  await page.context().close();
  expect(await ordersOf(shop, buyer)).toEqual([]);
  expect(await stripe.tellPaid(shop, stripe.intents.get(paymentIntentId))).toBe(200);
  const [order] = await eventually(() => ordersOf(shop, buyer), (orders) => orders.length === 1);

  const later = await openAs(open, buyer, `/order-confirmation?payment_intent=${paymentIntentId}`);
  expect(await confirmedNumber(later)).toBe(order.parentNumber);
  await later.goto(`/orders/${order._id}`);
  await later.getByRole("button", { name: "Cancel Order" }).click();
  await later.getByRole("alertdialog").getByRole("button", { name: "Cancel Order" }).click();
  await expect.poll(() => stripe.refunds.map(({ payment_intent, amount }) => [payment_intent, amount])).toEqual([[paymentIntentId, 378]]);
});

test("without Stripe's script the page says that payments are not ready, and tries again", async ({ open, shop, product, stripe }) => {
  const buyer = await buyerOf(shop, "Nora Notready");
  const page = await openAs(open, buyer, "/");
  await page.route("https://js.stripe.com/**", (route) => route.abort());
  await toPayment(page, product);
  await expect(page.getByRole("alert")).toContainText("Payment system not ready. Please try again.");
  await expectAccessible(page);
  await page.unroute("https://js.stripe.com/**");
  await serveStripe(page, stripe);
  await page.getByRole("button", { name: "Retry" }).click();
  await card(page).fill("4242 4242 4242 4242");
  await payButton(page).click();
  await confirmedNumber(page);
});
