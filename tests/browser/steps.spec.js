// The checkout on a phone: each step begins with its title and its first field in sight.
import { openAs, signUp } from "./calls.js";
import { fillAddress } from "./checkout.js";
import { furnish } from "./market.js";
import { expect, test as base } from "./shop.js";

const test = base.extend({
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
});

test.use({ shopName: "steps" });

/** Fails unless the element is on the screen, and neither the header nor the bar of the main action covers it. */
async function expectInSight(element) {
  await expect(element).toBeInViewport({ ratio: 1 });
  const covered = await element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [[left + 2, top + 2], [(left + right) / 2, (top + bottom) / 2], [left + 2, bottom - 2]]
      .map(([x, y]) => document.elementFromPoint(x, y))
      .filter((found) => !one.contains(found) && !found.contains(one))
      .map((found) => found.outerHTML.slice(0, 120));
  });
  expect(covered).toEqual([]);
}

test("every step of the checkout shows its title and its first field on a phone", async ({ open, shop, market }) => {
  const page = await openAs(open, await signUp(shop, "Pia Phone", "customer"), "/");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/products/${market.product}`);
  await page.getByRole("button", { name: /add to cart/i }).locator("visible=true").first().click();
  await page.goto("/checkout");

  const promise = page.getByText(/^You see the whole price at every step/);
  const begins = async (title, field, { focused }) => {
    const heading = page.getByRole("heading", { name: title, exact: true });
    if (focused) await expect(heading).toBeFocused();
    await expectInSight(heading);
    await expectInSight(field);
  };
  await test.step("the cart", async () => {
    await expect(promise).toBeVisible();
    await begins("Review Your Order", page.getByRole("button", { name: /^Increase quantity/ }), { focused: false });
    const header = page.getByRole("banner");
    await expect(header).toHaveText(/^Greenstall\s*Secure checkout$/);
    await expect(header.getByRole("link")).toHaveCount(1);
    await expect(page.getByText(/^Free delivery on orders/)).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeAttached();
  });
  await test.step("the address", async () => {
    await page.getByRole("button", { name: /Proceed to Shipping/ }).click();
    await begins("Shipping Information", page.getByLabel("First Name"), { focused: true });
    await expect(promise).toBeHidden();
  });
  await test.step("the payment", async () => {
    await fillAddress(page);
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await begins("Secure Payment", page.getByLabel("Card number"), { focused: true });
  });
  await test.step("back", async () => {
    await page.goBack();
    await begins("Shipping Information", page.getByLabel("First Name"), { focused: true });
  });
  await test.step("an earlier step", async () => {
    const edit = page.getByRole("button", { name: "Edit Cart Review" });
    await edit.click();
    await begins("Review Your Order", page.getByRole("button", { name: /^Increase quantity/ }), { focused: true });
  });
});
