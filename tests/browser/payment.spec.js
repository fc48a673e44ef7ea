// Failures while a customer pays: a declined card, a bank that asks for confirmation, a reload, a lost connection.
// The typed data is never lost, and a paid checkout becomes one order.
import { call, openAs, ordersOf, signUp } from "./calls.js";
import { confirmedNumber, fillAddress, payButton, toPayment, toShipping, typeCard } from "./checkout.js";
import { furnishStall } from "./market.js";
import { expect, expectAccessible, living, test as base } from "./shop.js";

const test = base.extend({
  product: [async ({ shop }, use) => use(await furnishStall(shop)), { scope: "worker" }],
  /** Opens the browser of a new customer. */
  openBuyer: async ({ open, shop }, use) => {
    await use(async (name) => {
      const buyer = await signUp(shop, name, "customer");
      return { buyer, page: await openAs(open, buyer, "/") };
    });
  },
});

test.use({ shopName: "payment" });

const ACCEPTED = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const NEEDS_AUTHENTICATION = "4000 0025 0000 3155";

/** Checks that exactly one order was placed, with this number. */
async function expectOneOrder(shop, buyer, number) {
  await expect.poll(async () => (await ordersOf(shop, buyer)).map(({ parentNumber }) => parentNumber)).toEqual([number]);
}

test("a declined card leaves everything in place for another one", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Dora Declined");
  await toPayment(page, product);
  await typeCard(page, DECLINED);
  await payButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "Your card was declined." });
  await expect(alert).toBeFocused();
  await expect(page.getByLabel("Expiry date")).toHaveValue("12 / 35");
  await page.getByLabel("Card number").fill("4242 4242 4242 4241");
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your card number is invalid." })).toBeFocused();
  expect(await ordersOf(shop, buyer)).toEqual([]);
  await page.getByLabel("Card number").fill(ACCEPTED);
  await payButton(page).click();
  await expectOneOrder(shop, buyer, await confirmedNumber(page));
});

test("a bank's confirmation can be given or refused", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Abby Asked");
  await toPayment(page, product);
  await typeCard(page, NEEDS_AUTHENTICATION);
  await payButton(page).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm it is you" });
  await expect(dialog).toContainText("Additional authentication required. Please complete the verification.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Additional authentication required." })).toBeFocused();
  expect(await ordersOf(shop, buyer)).toEqual([]);
  await payButton(page).click();
  await dialog.getByRole("button", { name: "Complete authentication" }).click();
  await expectOneOrder(shop, buyer, await confirmedNumber(page));
});

test("a reload after paying leads to the order", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Rhea Reload");
  await toPayment(page, product);
  await typeCard(page, ACCEPTED);
  let attempts = 0;
  await page.route("**/api/orders/create", (route) => {
    attempts += 1;
    // Close the page between the capture of the payment and its order.
    return attempts === 1 ? undefined : route.continue();
  });
  await payButton(page).click();
  await expect(page.getByText("✅ Payment Complete").first()).toBeVisible();
  await expect.poll(() => attempts).toBe(1);
  await page.reload();
  const number = await confirmedNumber(page);
  await expect(page).toHaveURL(/\/checkout\?step=4&intent=pi_/);
  // The checkout's header has no cart.
  const home = await page.context().newPage();
  await home.goto("/");
  await expect(home.getByRole("link", { name: "Cart, empty" })).toBeVisible();
  await home.close();
  await page.reload();
  expect(await confirmedNumber(page)).toBe(number);
  await expectOneOrder(shop, buyer, number);
});

test("a browser closed after paying has nothing paid in its cart afterwards", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Cleo Closed");
  const context = page.context();
  await toPayment(page, product);
  await typeCard(page, ACCEPTED);
  let attempts = 0;
  // The page is closed between the capture of the payment and its order.
  await page.route("**/api/orders/create", () => void (attempts += 1));
  await payButton(page).click();
  await expect.poll(() => attempts).toBe(1);
  // A second tab has the same cart, but not the checkout.
  const [cart, other] = [living(await context.newPage()), living(await context.newPage())];
  await page.close();
  await other.goto("/about");
  await cart.goto("/cart");
  const notice = /^Your payment went through and order GS-\d{6}-[A-Z0-9]{5} is placed\./;
  for (const tab of [cart, other]) {
    await expect(tab.getByText(notice)).toBeVisible();
    await expect(tab.getByRole("link", { name: "Cart, empty" })).toBeVisible();
  }
  await expectAccessible(cart);
  await cart.getByRole("link", { name: "View your order" }).click();
  await expectOneOrder(shop, buyer, await confirmedNumber(cart));
  await expect(other.getByText(notice)).toHaveCount(0);
});

test("a lost answer does not cause a second payment", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Lola Lost");
  await toPayment(page, product);
  await typeCard(page, ACCEPTED);
  const paid = [];
  await page.route("**/api/payments/sandbox/*/confirm", async (route) => {
    const answer = await route.fetch();
    paid.push(await answer.json());
    return paid.length === 1 ? route.abort("connectionreset") : route.fulfill({ response: answer });
  });
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "An unexpected error occurred. Please try again." })).toBeFocused();
  expect(paid[0].status).toBe("succeeded");
  await payButton(page).click();
  await expectOneOrder(shop, buyer, await confirmedNumber(page));
  expect(new Set(paid.map(({ id }) => id)).size).toBe(1);
});

test("a connection lost during the checkout loses nothing", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Olga Offline");
  const context = page.context();
  const offline = page.getByText("You are offline. What you see may be out of date.");
  await toShipping(page, product);
  await fillAddress(page);
  await page.getByLabel("Note for the merchant").fill("I come by bike.");

  await test.step("before the payment is prepared", async () => {
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Payment processing error" })).toBeFocused();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await expect(page.getByLabel("Note for the merchant")).toHaveValue("I come by bike.");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await expect(page.getByRole("heading", { name: "Secure Payment" })).toBeVisible();
  });

  await test.step("before it is paid", async () => {
    await typeCard(page, ACCEPTED);
    await context.setOffline(true);
    await payButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "An unexpected error occurred. Please try again." })).toBeFocused();
    await expect(page.getByLabel("Card number")).toHaveValue(ACCEPTED);
    await context.setOffline(false);
  });

  await test.step("and after it", async () => {
    await page.route("**/api/payments/sandbox/*/confirm", async (route) => {
      const answer = await route.fetch();
      await context.setOffline(true);
      return route.fulfill({ response: answer });
    });
    await payButton(page).click();
    await expect(page.getByText("✅ Payment Complete").first()).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to create order. Please contact support." })).toBeFocused();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Finish your order" }).click();
    const number = await confirmedNumber(page);
    await expect(page.getByText("“I come by bike.”")).toBeVisible();
    await expectOneOrder(shop, buyer, number);
  });
});

test("a checkout replaced by another tab says so, and takes no money", async ({ openBuyer, shop, product }) => {
  const { buyer, page } = await openBuyer("Tess Tabs");
  await toPayment(page, product);
  await typeCard(page, ACCEPTED);
  const shipping = {
    firstName: "Tess", lastName: "Tabs", email: "tess@market.example", phone: "", address: "2 Market Street", apartment: "",
    city: "San Francisco", state: "CA", zipCode: "94110", country: "US", deliveryMethod: "pickup", deliveryInstructions: "",
  };
  await call(shop, buyer.token, "POST", "/payments/create-intent", {
    amount: 3.78, currency: "usd", shipping, billing: { sameAsShipping: true },
    items: [{ id: product, name: "San Marzano Tomatoes", price: 3.5, quantity: 1 }],
  });
  await payButton(page).click();
  await expect(page.getByRole("alert")).toContainText("This payment was cancelled. Please start the checkout again.");
  await expectAccessible(page);
  expect(await ordersOf(shop, buyer)).toEqual([]);
  await page.getByRole("button", { name: "Back to Shipping" }).click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("2 Market Street");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await typeCard(page, ACCEPTED);
  await payButton(page).click();
  await expectOneOrder(shop, buyer, await confirmedNumber(page));
});
