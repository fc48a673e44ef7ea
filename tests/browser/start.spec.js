// The prerendered page is visible before the UI's code loads, and the code takes it over.
import { readFileSync } from "node:fs";
import { call, openAs, signUp } from "./calls.js";
import { furnishStall } from "./market.js";
import { expect, PASSWORD, test as base, violationsOf } from "./shop.js";

const TOMATOES = "San Marzano Tomatoes";
const CODE = "**/assets/*.js";

const test = base.extend({
  product: [async ({ shop }, use) => use(await furnishStall(shop)), { scope: "worker" }],
  /** A tab whose navigations end before the code has loaded. */
  tab: async ({ browser, shop }, use) => {
    const context = await browser.newContext({ baseURL: shop.address, serviceWorkers: "block" });
    await use(await context.newPage());
    await context.close();
  },
});
test.use({ shopName: "start" });

const sent = (page) => page.locator("[data-sent]");
const heading = (page, name) => page.getByRole("heading", { level: 1, name });

/** Holds the code back; returns the number of requested files (`asked`) and a function that releases them. */
async function heldBack(tab) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const code = { asked: 0, release };
  await tab.route(CODE, async (route) => {
    code.asked += 1;
    await released;
    await route.continue();
  });
  return code;
}

/** Opens a page whose code is held back. */
async function openWithoutCode(tab, path) {
  const code = await heldBack(tab);
  await tab.goto(path);
  await expect(sent(tab)).toBeAttached();
  return code;
}

test("a product is visible before the code loads, and the focused link keeps the focus", async ({ tab, product }) => {
  const code = await openWithoutCode(tab, `/products/${product}`);
  await expect(heading(tab, TOMATOES)).toBeVisible();
  await expect.poll(() => code.asked, "the code is asked for").toBeGreaterThan(0);
  const home = tab.getByRole("link", { name: "Greenstall" }).first();
  await home.focus();
  code.release();
  await expect(sent(tab)).not.toBeAttached();
  await expect(home).toBeFocused();
  await expect(tab.getByRole("button", { name: /Add to Cart/ }).first()).toBeEnabled();
});

test("early typing and presses take effect when the code has loaded", async ({ tab }) => {
  await tab.setViewportSize({ width: 1280, height: 800 });
  const code = await openWithoutCode(tab, "/");
  await tab.getByRole("button", { name: "Switch to dark theme" }).click();
  const search = tab.getByPlaceholder("Tomatoes, sourdough, honey…").filter({ visible: true });
  await search.fill("tomatoes");
  await search.press("Enter");
  await expect(tab).toHaveURL("/");
  code.release();
  await expect(tab).toHaveURL(/\/products\?.*tomatoes/);
  await expect(tab.getByRole("button", { name: "Switch to light theme" })).toBeVisible();
});

test("a menu button pressed early opens the menu", async ({ tab }) => {
  await tab.setViewportSize({ width: 360, height: 740 });
  const code = await openWithoutCode(tab, "/products");
  await tab.getByRole("button", { name: "Open menu" }).click();
  code.release();
  await expect(tab.getByRole("dialog")).toBeVisible();
});

const WIDTHS = [360, 1280];
const THEMES = ["light", "dark"];

test("prerendered pages have no accessibility violations, for visitors and signed-in users", async ({ browser, shop, product }) => {
  test.slow();
  const paths = ["/", "/products", `/products/${product}`, "/cart", "/checkout", "/about",
    "/dashboard/customer", "/dashboard/merchant", "/dashboard/admin", "/dashboard/admin?tab=users", "/admin/audit",
    "/admin/operations", "/settings"];
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ baseURL: shop.address, serviceWorkers: "block", viewport, colorScheme });
      const page = await context.newPage();
      // Sign in with a role that has the page, so that its frame is shown.
      await page.addInitScript(() => {
        const role = location.pathname === "/dashboard/merchant" ? "merchant" : "admin";
        localStorage.setItem("token", `x.${btoa(JSON.stringify({ role }))}.x`);
      });
      await heldBack(page);
      for (const path of paths) {
        const what = `${path}, ${width} px, ${colorScheme}`;
        await page.goto(path);
        await expect(sent(page), what).toBeAttached();
        await expect(page.locator("header button[inert]"), what).toHaveCount(0);
        expect(await violationsOf(page, { colorsOnly: colorScheme === "dark" }), what).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(sideways, what).toBeLessThanOrEqual(0);
      }
      await context.close();
    }
  }
});

test("a dashboard is visible before its code, under its owner's name and for its owner alone", async ({ shop, open }) => {
  const customer = await signUp(shop, "Cora Customer", "customer");
  const tab = await openAs(open, customer, "/dashboard/customer");
  const name = "Hello, Cora Customer";
  await expect(heading(tab, name)).toBeVisible();
  const code = await heldBack(tab);
  // The navigation ends here when the code has loaded.
  const ready = tab.reload();
  await expect(sent(tab).getByRole("heading", { name })).toBeVisible();
  await expect(sent(tab).getByRole("tab", { name: "Orders" })).toBeVisible();
  await sent(tab).getByRole("tab", { name: "Orders" }).click();
  code.release();
  await ready;
  await expect(tab).toHaveURL(/tab=orders/);
  await expect(tab.getByRole("tab", { name: "Orders", selected: true })).toBeVisible();

  // Another person logs in on this browser.
  await tab.getByRole("button", { name: /Cora Customer/ }).click();
  await tab.getByText("Logout").click();
  await expect(tab.getByRole("link", { name: "Login" }).first()).toBeVisible();
  const other = await signUp(shop, "Otto Other", "customer");
  await tab.evaluate((token) => localStorage.setItem("token", token), other.token);
  const later = await heldBack(tab);
  const opened = tab.goto("/dashboard/customer");
  await expect(heading(tab, "My account")).toBeVisible();
  await expect(tab.getByText("Cora Customer")).toHaveCount(0);
  later.release();
  await opened;
  await expect(heading(tab, "Hello, Otto Other")).toBeVisible();
});

test("a visitor sees nothing of a dashboard", async ({ tab }) => {
  const code = await openWithoutCode(tab, "/dashboard/customer?tab=orders");
  await expect(tab.getByRole("banner")).toBeVisible();
  await expect(tab.getByRole("tab", { name: "Orders" })).toBeHidden();
  code.release();
  await expect(tab).toHaveURL(/login\?redirect=/);
});

/** The first calls of each page; the UI's build writes them for the server. */
const pages = JSON.parse(readFileSync(new URL("../../ui/public/preloads.json", import.meta.url)));

test("the first calls of an account page are made before its code loads, and only once", async ({ shop, product, open }) => {
  test.slow();
  expect(product).toBeTruthy();
  const logIn = (email) => call(shop, null, "POST", "/auth/login", { email, password: PASSWORD });
  const admin = await logIn("ada@market.example");
  const merchant = await logIn("mara@market.example");
  for (const { route, tab, own } of pages.filter((page) => page.own && !page.route.includes("{"))) {
    const path = tab ? `${route}?tab=${tab}` : route;
    const page = await openAs(open, route.includes("admin") ? admin : merchant, "/about");
    const code = await heldBack(page);
    // A stream that opens late repeats the calls, so keep it from opening.
    await page.route("**/api/stream", () => {});
    const calls = [];
    page.on("request", (request) => calls.push(request.url().replace(shop.address, "")));
    // The navigation ends here when the code has loaded.
    const ready = page.goto(path);
    const wanted = ["/api/auth/me", ...own];
    await expect.poll(() => calls, path).toEqual(expect.arrayContaining(wanted));
    code.release();
    await ready;
    // The code removes each answer that it uses.
    await expect.poll(() => page.evaluate(() => Object.keys(window.earlyAnswers)), path).toEqual([]);
    for (const asked of wanted) {
      expect(calls.filter((one) => one === asked), `${path}: ${asked}`).toHaveLength(1);
    }
    await page.context().close();
  }
});

test("the prerendered page has the chosen theme, and knows whether the shopper has a place", async ({ tab }) => {
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.addInitScript(() => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("userZipCode", "05401");
  });
  await openWithoutCode(tab, "/products");
  await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
  // The server has put the newest products into the catalog; they may be from any place.
  await expect(tab.locator("html")).toHaveAttribute("data-placed", "");
});

test("code that fails to load is fetched again, then a button offers a reload", async ({ tab }) => {
  let failures = 0;
  await tab.route(CODE, (route) => {
    failures += 1;
    return route.abort();
  });
  await tab.goto("/about");
  await expect(tab.getByRole("alert")).toContainText("We could not reach the shop.");
  expect(failures).toBeGreaterThan(2);
  await tab.unroute(CODE);
  await tab.getByRole("alert").getByRole("button", { name: "Retry" }).click();
  await expect(sent(tab)).not.toBeAttached();
  await expect(heading(tab, /About/)).toBeVisible();
  await expect(tab.getByRole("alert")).toHaveCount(0);
});

test("without scripts the prerendered page stays, and its links work", async ({ browser, shop, product }) => {
  const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Shop" }).or(page.getByRole("link", { name: "Browse Products" })).first().click();
  await expect(page).toHaveURL(/\/products/);
  await page.goto(`/products/${product}`);
  await expect(heading(page, TOMATOES)).toBeVisible();
  await context.close();
});
