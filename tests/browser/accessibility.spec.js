// Checks every route in both themes, on a phone and on a desktop, with dialogs and errors open: WCAG 2.2 AA by axe, one
// h1, a unique title, no sideways scrolling at 320 px, no class that another one overrides, and the focus on an element
// after every dialog.
import { furnish } from "./market.js";
import { expect, rivalClassesOf, test as base, violationsOf } from "./shop.js";

const test = base.extend({
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
});

// Tracing every step of hundreds of checks would cost more than the checks.
test.use({ trace: "off" });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const NARROWEST = { width: 320, height: 740 };

const press = (name, role = "button") => (page) => page.getByRole(role, { name }).locator("visible=true").first().click();
const opens = (name, dialog = "dialog") => ({
  at: PHONE,
  act: async (page) => {
    await press(name)(page);
    await expect(page.getByRole(dialog).first()).toBeVisible();
  },
  closes: true,
});
const fails = (name) => ({
  act: async (page) => {
    await press(name)(page);
    await expect(page.getByRole("alert").first()).toBeVisible();
  },
});
/** Aborts requests that match the pattern, so that the page shows its error. */
const without = (pattern) => ({ before: (page) => page.route(pattern, (route) => route.abort()), after: (page) => page.unroute(pattern) });

const VISITOR = ({ product, merchant }) => [
  { path: "/" },
  { path: "/", state: "location dialog", ...opens("Set location") },
  { path: "/", state: "menu", ...opens("Open menu") },
  { path: "/products" },
  { path: "/products", state: "filters", ...opens(/^Filters/) },
  { path: "/products", state: "failed", ...without("**/api/products?**") },
  { path: "/products?search=tomatoes&zip=94110" },
  { path: "/products?search=zzzqqq" },
  {
    path: "/products",
    state: "suggestions",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Search the market" }).first().fill("tom");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  { path: `/products/${product}` },
  { path: `/products/${product}`, state: "contact seller", ...opens("Contact Seller") },
  { path: "/products/unknown" },
  { path: `/products/${product}`, state: "failed", ...without(`**/api/products/${product}`) },
  { path: `/merchant/${merchant}` },
  { path: "/merchant/unknown" },
  { path: "/login" },
  { path: "/login", state: "errors", ...fails("Log in") },
  { path: "/signup" },
  { path: "/signup?role=merchant", state: "errors", ...fails("Create account") },
  { path: "/forgot-password" },
  { path: "/forgot-password", state: "errors", ...fails("Send Reset Link") },
  { path: "/reset-password" },
  { path: "/reset-password?token=wrong" },
  { path: "/verify-email?token=wrong" },
  { path: "/cart" },
  { path: "/about" },
  { path: "/how-it-works" },
  { path: "/contact" },
  { path: "/contact", state: "errors", ...fails("Send Message") },
  { path: "/delivery" },
  { path: "/no-such-page" },
];

const CUSTOMER = ({ product, order, conversation, paid }) => [
  { path: "/", state: "account menu", ...opens(/^Account menu/, "menu") },
  { path: "/", state: "notifications", ...opens(/^Notifications/) },
  { path: `/products/${product}`, state: "contact seller", ...opens("Contact Seller") },
  {
    path: `/products/${product}`,
    state: "in the cart",
    act: async (page) => {
      await press("Add to Cart")(page);
      await expect(page.getByText("Added to Cart!").locator("visible=true").first()).toBeVisible();
    },
  },
  { path: "/cart" },
  { path: "/checkout" },
  { path: "/checkout?step=2", state: "shipping", from: "/checkout", act: press(/Proceed to Shipping/) },
  {
    path: "/checkout",
    state: "shipping, errors",
    act: async (page) => {
      await press(/Proceed to Shipping/)(page);
      await page.getByLabel("First Name").fill("");
      await press("Continue to Payment")(page);
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    path: "/checkout",
    state: "shipping, list of states",
    act: async (page) => {
      await press(/Proceed to Shipping/)(page);
      await page.getByRole("combobox", { name: "State" }).click();
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    path: "/checkout",
    state: "payment, declined",
    act: async (page) => {
      await press(/Proceed to Shipping/)(page);
      for (const [label, text] of [["First Name", "Cora"], ["Last Name", "Customer"], ["Address", "2 Market Street"], ["ZIP Code", "94110"]])
        await page.getByLabel(label, { exact: true }).fill(text);
      await expect(page.getByLabel("City")).toHaveValue("San Francisco");
      await press("Continue to Payment")(page);
      await page.getByLabel("Card number").fill("4000 0000 0000 9995");
      await page.getByLabel("Expiry date").fill("12 / 35");
      await page.getByLabel("Security code").fill("123");
      await press(/^Pay \$/)(page);
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  { path: `/order-confirmation?payment_intent=${paid}` },
  { path: "/dashboard/customer" },
  { path: "/dashboard/customer?tab=orders" },
  { path: "/dashboard/customer?tab=favorites" },
  { path: `/orders/${order}` },
  { path: `/orders/${order}`, state: "cancel", ...opens(/^Cancel order/i, "alertdialog") },
  { path: "/orders/unknown" },
  { path: "/messages" },
  { path: `/messages/${conversation}` },
  { path: "/messages", state: "failed", ...without("**/api/messages") },
  { path: "/welcome" },
];

const MERCHANT = () => [
  { path: "/dashboard/merchant" },
  { path: "/dashboard/merchant?tab=orders" },
  { path: "/dashboard/merchant?tab=today" },
  { path: "/dashboard/merchant?tab=sales" },
  { path: "/dashboard/merchant?tab=reviews" },
  { path: "/dashboard/merchant?tab=add" },
  { path: "/dashboard/merchant?tab=add", state: "errors", ...fails("Add Product") },
  { path: "/messages" },
];

const ADMIN = () => [
  { path: "/dashboard/admin" },
  { path: "/dashboard/admin", state: "a merchant", at: PHONE, act: press(/^Waiting Farm/, "link") },
  { path: "/dashboard/admin?show=product" },
  { path: "/dashboard/admin", state: "shortcuts", ...opens(/^Keyboard shortcuts/), at: DESKTOP },
  { path: "/dashboard/admin?show=product", state: "reject", ...opens(/^Reject Green Beans/, "alertdialog"), at: DESKTOP },
  {
    path: "/dashboard/admin",
    state: "approve",
    at: PHONE,
    act: async (page) => {
      await press(/^Waiting Farm/, "link")(page);
      await press(/^Approve Waiting Farm/)(page);
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    closes: true,
  },
  { path: "/dashboard/admin", state: "failed", ...without("**/api/admin/**") },
  ...["users", "products", "orders"].map((tab) => ({ path: `/dashboard/admin?tab=${tab}` })),
  { path: "/admin/audit" },
  ...["views", "parked", "managers", "events", "stream", "why", "story", "person"].map((tab) => ({ path: `/admin/operations?tab=${tab}` })),
];

/** Waits for the page's heading and its data, or for its empty state. */
async function ready(page) {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator("main .animate-pulse")).toHaveCount(0);
}

async function walk(page, screens) {
  const wrong = [];
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const screen of screens) {
    const name = [screen.path, screen.state].filter(Boolean).join(", ");
    const complain = (what) => wrong.push(`${name}: ${what}`);
    await test.step(name, async () => {
      await page.setViewportSize(screen.at ?? DESKTOP);
      await screen.before?.(page);
      await page.goto(screen.from ?? screen.path);
      await ready(page);
      await screen.act?.(page);
      const title = await page.title();
      if (!/\S+ · Greenstall$|^Greenstall · \S+/.test(title)) complain(`title “${title}”`);
      const headings = await page.locator("h1").count();
      if (headings !== 1) complain(`${headings} h1`);
      for (const rivals of await rivalClassesOf(page)) complain(rivals);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
          for (const violation of await violationsOf(page, { colorsOnly: colorScheme === "dark" })) complain(`${size.width} ${colorScheme} ${violation}`);
        }
      }
      await page.setViewportSize(NARROWEST);
      const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, undefined, { timeout: 3000 });
      await fits.catch(() => complain(`scrolls sideways at ${NARROWEST.width} px`));
      if (screen.closes) {
        await page.setViewportSize(screen.at);
        await page.keyboard.press("Escape");
        await expect(page.locator('dialog[open], [role="menu"]')).toHaveCount(0);
        if (await page.evaluate(() => document.activeElement === document.body)) complain("the focus is lost after closing");
      }
      await screen.after?.(page);
    });
  }
  expect(wrong).toEqual([]);
}

const visit = async (open, token) => {
  const page = await open();
  if (token) await page.addInitScript((value) => localStorage.setItem("token", value), token);
  return page;
};

test.describe.configure({ timeout: 600_000 });

test("a visitor's screens are accessible", async ({ open, market }) => walk(await visit(open), VISITOR(market)));
test("a customer's screens are accessible", async ({ open, market }) =>
  walk(await visit(open, market.tokens.customer), CUSTOMER(market)));
test("a merchant's screens are accessible", async ({ open, market }) =>
  walk(await visit(open, market.tokens.merchant), MERCHANT(market)));
test("an admin's screens are accessible", async ({ open, market }) =>
  walk(await visit(open, market.tokens.admin), ADMIN(market)));

test("the first Tab reaches the skip link, and every navigation moves the focus to the new page's heading", async ({ open }) => {
  const page = await open();
  await page.goto("/");
  await ready(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await page.getByRole("link", { name: "Browse", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Browse products" })).toBeFocused();
});
