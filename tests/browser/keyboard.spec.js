// A purchase by keyboard alone. After every key the focus must be on a visible element that the sticky header does not
// cover.
import { furnish } from "./market.js";
import { expect, PASSWORD, test as base } from "./shop.js";

const test = base.extend({
  shopName: ["keyboard", { scope: "worker", option: true }],
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
  viewport: { width: 1280, height: 768 },
});

const TOMATOES = "San Marzano Tomatoes";
/** More Tab presses than lie between any two controls. */
const MAX_TABS = 80;

/** The fault of the present focus; null when there is none. */
const focusFault = () => {
  const element = document.activeElement;
  if (!element || element === document.body) return "the focus is on the page itself";
  const name = (element.getAttribute("aria-label") ?? element.textContent ?? element.id).trim().slice(0, 40);
  const what = `${element.tagName.toLowerCase()} “${name}”`;
  // After a navigation, the page's heading or main part has the focus and needs no outline.
  if (element.matches("h1, main, [tabindex='-1']")) return null;
  const line = element.matches("input[type=radio]") ? element.closest("label") : element;
  const after = getComputedStyle(element, "::after");
  const outlined = getComputedStyle(line).outlineStyle !== "none" || after.outlineStyle !== "none";
  if (!outlined) return `${what} does not show its focus`;
  const { left, top, width, height } = line.getBoundingClientRect();
  if (top + height <= 0 || top >= innerHeight || left + width <= 0 || left >= innerWidth) return `${what} is out of sight`;
  const point = [left + width / 2, Math.min(innerHeight - 1, Math.max(1, top + Math.min(height / 2, 40)))];
  const above = document.elementFromPoint(...point);
  const header = document.querySelector("header");
  if (!header?.contains(element) && header?.contains(above)) return `${what} is below the header`;
  return null;
};

/** Keyboard actions on a page. */
function keyboardOn(page) {
  const sound = () => expect.poll(() => page.evaluate(focusFault), { message: "where the focus is" }).toBeNull();
  const has = (target) => target.evaluate((element) => element === document.activeElement).catch(() => false);
  async function press(key) {
    await page.keyboard.press(key);
    await sound();
  }
  /** Presses Tab until the control has the focus. */
  async function to(target, { key = "Tab" } = {}) {
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await has(target)) return;
      await page.keyboard.press(key);
      // After the last control, the browser itself has the focus for one step.
      if (await page.evaluate(() => document.activeElement !== document.body)) await sound();
    }
    throw new Error(`${target} is not within ${MAX_TABS} tabs`);
  }
  return {
    press,
    sound,
    to,
    async push(target) {
      await to(target);
      await press("Enter");
    },
    async type(target, text) {
      await to(target);
      await page.keyboard.type(text);
      await sound();
    },
  };
}

test("a shopper without a mouse finds a product, signs up, pays and has an order", async ({ page, market: _ }) => {
  const { press, push, sound, to, type } = keyboardOn(page);
  const button = (name) => page.getByRole("button", { name }).locator("visible=true").first();
  const link = (name) => page.getByRole("link", { name }).locator("visible=true").first();
  const field = (label) => page.getByLabel(label, { exact: true });

  await test.step("skips the header, and finds tomatoes by their suggestion", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await press("Enter");
    await expect(page.locator("main")).toBeFocused();
    await to(page.getByRole("combobox", { name: "Search the market" }), { key: "Shift+Tab" });
    await page.keyboard.type("tom");
    await expect(page.getByRole("option", { name: TOMATOES })).toBeVisible();
    await expect(async () => {
      await press("ArrowDown");
      await expect(page.getByRole("option", { name: TOMATOES })).toHaveAttribute("aria-selected", "true", { timeout: 200 });
    }).toPass();
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: TOMATOES })).toBeVisible();
    // The focus is on the heading, or on the main part when the heading appeared later.
    await expect(page.locator("main:focus, main h1:focus")).toHaveCount(1);
  });

  await test.step("a dialog keeps the focus and gives it back", async () => {
    await to(button(/location/i), { key: "Shift+Tab" });
    await press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement !== body && !activeElement.closest("dialog") ? activeElement.outerHTML : null;
      });
      expect(outside).toBeNull();
    }
    await page.keyboard.press("Escape");
    // The first Escape closes a tooltip, if there is one.
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button(/location/i)).toBeFocused();
    await sound();
  });

  await test.step("puts two into the cart, which asks who it is", async () => {
    await push(button(`Increase quantity of ${TOMATOES}`));
    await push(page.getByRole("button", { name: "Add to Cart", exact: true }).locator("visible=true").first());
    await expect(page).toHaveURL(/\/login/);
    await sound();
  });

  await test.step("signs up", async () => {
    await push(page.locator("main").getByRole("link", { name: /create an account|sign up/i }));
    await expect(page).toHaveURL(/\/signup/);
    await to(page.getByRole("radio").first());
    await press("Space");
    await type(field("Your name"), "Kay Keys");
    await type(field("Email"), "kay@market.example");
    await to(field("Password"));
    await page.keyboard.type(PASSWORD);
    // After a mistake the error summary has the focus; its line links to the field.
    await press("Enter");
    await expect(page.getByRole("alert").first()).toBeFocused();
    await push(page.getByRole("alert").getByRole("link").first());
    await expect(field("Confirm password")).toBeFocused();
    await type(field("Confirm password"), PASSWORD);
    await push(button("Create account"));
    await expect(page).not.toHaveURL(/\/signup/);
    await sound();
  });

  await test.step("opens the cart, changes it and goes on", async () => {
    await to(link(/^Cart, 2 items/), { key: "Shift+Tab" });
    await press("Enter");
    await expect(page.getByRole("article", { name: TOMATOES })).toBeVisible();
    await push(button(`Decrease quantity of ${TOMATOES}`));
    await expect(page.getByRole("article", { name: TOMATOES }).getByText("1", { exact: true })).toBeVisible();
    await push(button(`Remove ${TOMATOES}`));
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(button("Undo")).toBeVisible();
    await press("Tab");
    await expect(button("Undo")).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("article", { name: TOMATOES })).toBeVisible();
    await push(link("Proceed to Checkout"));
    await expect(page.getByRole("heading", { name: "Review Your Order" })).toBeVisible();
    await sound();
  });

  await test.step("has it delivered", async () => {
    const standard = page.getByRole("radio", { name: /Standard Delivery/ });
    await to(page.getByRole("radio", { checked: true }).first());
    await press("ArrowDown");
    await expect(async () => {
      if (!(await standard.isChecked())) await press("ArrowUp");
      await expect(standard).toBeChecked({ timeout: 200 });
    }).toPass();
    await push(button(/Proceed to Shipping/));
    await push(button("Continue to Payment"));
    await expect(page.getByRole("alert").first()).toBeFocused();
    await type(field("Address"), "2 Market Street");
    await type(field("ZIP Code"), "94110");
    await expect(field("City")).toHaveValue("San Francisco");
    await push(button("Continue to Payment"));
    await expect(page.getByRole("heading", { name: "Secure Payment" })).toBeVisible();
    await sound();
  });

  await test.step("pays: declined first, then not", async () => {
    await type(field("Card number"), "4000000000009995");
    await type(field("Expiry date"), "1235");
    await type(field("Security code"), "123");
    await push(button(/^Pay \$/));
    await expect(page.getByRole("alert").first()).toContainText("insufficient funds");
    await sound();
    await to(field("Card number"));
    await press("ControlOrMeta+a");
    await page.keyboard.type("4242424242424242");
    await push(button(/^Pay \$/));
    await expect(page.getByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    await sound();
    await push(link("View All Orders"));
    await expect(page.getByRole("heading", { name: /^Order GS-/ }).first()).toBeVisible();
    await sound();
  });
});
