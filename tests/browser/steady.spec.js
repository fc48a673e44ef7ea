// The product page keeps its place while a product goes into the cart.
import { call, openAs } from "./calls.js";
import { furnish } from "./market.js";
import { expect, test as base } from "./shop.js";

const test = base.extend({
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
});

test.use({ shopName: "steady", trace: "off" });

/** Remembers where each element of the page is. */
const remember = (page) => page.evaluate(() => {
  const place = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(" ");
  };
  const before = [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility() && !one.closest("svg"))
    .map((element) => ({ element, at: place(element) }));
  // A button's label may change; the button itself may not.
  window.moved = () => before.filter(({ element, at }) => !element.closest("button *") && (!element.isConnected || place(element) !== at))
    .map(({ element, at }) => `${element.outerHTML.slice(0, 100)}: ${at} → ${element.isConnected ? place(element) : "gone"}`);
});
const moved = (page) => page.evaluate(() => window.moved());

for (const width of [360, 768, 1024, 1280, 1536]) {
  test(`adding to the cart moves nothing at ${width} px, to the last unit`, async ({ open, shop, market }) => {
    const { products } = await call(shop, null, "GET", "/products?search=Rainbow%20Chard");
    const page = await openAs(open, { token: market.tokens.customer }, "/");
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/products/${products[0]._id}`);
    await expect(page.getByRole("button", { name: "Contact Seller" })).toBeVisible();
    await expect(page.locator("main .animate-pulse")).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await remember(page);
    // Two are left.
    for (const inCart of [1, 2]) {
      await page.getByRole("button", { name: /^(Add to Cart|In Cart \(1\))$/ }).locator("visible=true").click();
      await expect(page.getByRole("link", { name: "View cart" })).toBeVisible();
      expect(await moved(page)).toEqual([]);
      await expect(page.getByRole("button", { name: `In Cart (${inCart})` }).locator("visible=true")).toBeVisible();
      expect(await moved(page)).toEqual([]);
    }
    await expect(page.getByText("All that is left of it is in your cart.")).toBeVisible();
  });
}
