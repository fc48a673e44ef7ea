// Counts the taps from an empty browser on a phone to a paid order. Typing into a field counts as one tap.
import { furnish } from "./market.js";
import { expect, PASSWORD, test as base } from "./shop.js";

const test = base.extend({
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

/** The most taps that a first purchase may take. */
const MAX_TAPS = 19;

test("a first-time visitor signs up and pays on a phone", async ({ page, market: _ }) => {
  let taps = 0;
  const tap = async (target) => {
    await target.tap();
    taps += 1;
  };
  const type = async (label, text) => {
    await tap(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  const button = (name) => page.getByRole("button", { name }).locator("visible=true").first();

  await page.goto("/");
  await tap(page.getByRole("link", { name: "View All Products" }).first());
  await tap(page.getByRole("button", { name: "Add to Cart: San Marzano Tomatoes" }));
  await tap(page.locator("main").getByRole("link", { name: /create an account|sign up/i }));
  await tap(page.getByRole("radio", { name: /customer/i }));
  await type("Your name", "Pia Phone");
  await type("Email", "pia@market.example");
  await type("Password", PASSWORD);
  await type("Confirm password", PASSWORD);
  await tap(button("Create account"));
  await expect(page).not.toHaveURL(/\/signup/);
  await tap(page.getByRole("link", { name: /^Cart, 1 item/ }));
  await tap(page.getByRole("link", { name: "Proceed to Checkout" }).locator("visible=true").first());
  await tap(button(/Proceed to Shipping/));
  await type("Address", "2 Market Street");
  await type("ZIP Code", "94110");
  await expect(page.getByLabel("City")).toHaveValue("San Francisco");
  await tap(button("Continue to Payment"));
  await type("Card number", "4242424242424242");
  await type("Expiry date", "1235");
  await type("Security code", "123");
  await tap(button(/^Pay \$/));
  await expect(page.getByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
});
