// No page is wider than a narrow phone, whatever the length of its names: people, businesses, products, addresses.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { call, openAs, signUp, signUpAdmin } from "./calls.js";
import { CARD, list, openStall } from "./market.js";
import { expect, test as base } from "./shop.js";

const WIDTHS = [320, 360, 412];
const LONG = "Donaudampfschifffahrtsgesellschafts";
const EMAIL = "bartholomew.featherstonehaugh@willamettevalley.example";

/** A market whose every name is one long word, with an order, a conversation, a review and a favorite. */
async function furnish(shop) {
  const admin = await signUpAdmin(shop);
  const merchant = await openStall(shop, admin, `${LONG}kapitän`, `${LONG}bäckerei`);
  const customer = await signUp(shop, `${LONG}matrose`, "customer", { email: EMAIL });
  const product = await list(shop, admin, merchant, `${LONG}zwieback`, 3.5, 40, { tags: [LONG], description: LONG.repeat(4) });
  await call(shop, merchant.token, "POST", "/products", { ...product, name: `${LONG}waffeln`, images: [], merchant: undefined });
  const shipping = {
    firstName: LONG, lastName: LONG, email: EMAIL, phone: "(415) 555-0101", address: `${LONG}straße 2`, apartment: LONG,
    city: "San Francisco", state: "CA", zipCode: "94110", country: "US", deliveryInstructions: LONG, deliveryMethod: "pickup",
  };
  const items = [{ id: product._id, name: product.name, price: 3.5, quantity: 1 }];
  const intent = await call(shop, customer.token, "POST", "/payments/create-intent",
    { amount: 3.78, currency: "usd", shipping, billing: { sameAsShipping: true }, items });
  const { id: paid } = intent.paymentIntent;
  await call(shop, customer.token, "POST", `/payments/sandbox/${paid}/confirm`, { clientSecret: intent.clientSecret, card: CARD });
  await call(shop, customer.token, "POST", "/orders/create", { paymentIntentId: paid });
  const opening = { merchantId: merchant.user._id, productId: product._id, subject: LONG, initialMessage: LONG.repeat(3) };
  const { conversation } = await call(shop, customer.token, "POST", "/messages/start", opening);
  await call(shop, customer.token, "POST", `/users/favorites/${product._id}`);
  const [order] = await call(shop, merchant.token, "GET", "/orders/merchant");
  for (const status of ["confirmed", "preparing", "ready-for-pickup", "delivered"])
    await call(shop, merchant.token, "PUT", `/orders/${order._id}/status`, { status, note: LONG });
  await call(shop, customer.token, "POST", `/products/${product._id}/reviews`, { rating: 4, comment: LONG.repeat(3) });
  return { admin, merchant, customer, product: product._id, order: order._id, conversation: conversation._id, paid };
}

const test = base.extend({ market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }] });

test.use({ shopName: "narrow", trace: "off" });

/** The outermost elements that reach beyond the window. */
const tooWide = (page) => page.evaluate(() => {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  const beyond = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 0.5);
  return beyond.slice(0, 3).map((one) => one.outerHTML.slice(0, 160));
});

async function walk(page, paths, act = async () => {}) {
  const wrong = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main h1").first()).toBeAttached();
    await expect(page.locator("main .animate-pulse")).toHaveCount(0);
    await act(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      wrong.push(...(await tooWide(page)).map((what) => `${path} at ${width}: ${what}`));
    }
  }
  expect(wrong).toEqual([]);
}

test("pages with long names fit a visitor's phone", async ({ open, market: { product, merchant } }) => {
  const page = await open();
  await walk(page, ["/", "/products", `/products/${product}`, `/merchant/${merchant.user._id}`, "/cart", "/login", "/signup", "/about", "/contact", "/delivery"]);
});

test("pages with long names fit a customer's phone, with the reminder to verify", async ({ open, market }) => {
  const { product, merchant, order, conversation, paid } = market;
  const page = await openAs(open, market.customer, "/");
  await page.goto(`/products/${product}`);
  await page.getByRole("button", { name: "Add to Cart" }).locator("visible=true").first().click();
  const tabs = ["overview", "orders", "favorites", "messages", "addresses"].map((tab) => `/dashboard/customer?tab=${tab}`);
  await walk(page, ["/", "/products", `/products/${product}`, `/merchant/${merchant.user._id}`, "/cart", "/checkout", ...tabs, `/orders/${order}`, "/messages",
    `/messages/${conversation}`, `/order-confirmation?payment_intent=${paid}`, "/settings", "/settings?tab=security", "/welcome"], async (_, path) => {
    if (path === "/products") await expect(page.getByRole("region", { name: "Please verify your email address" })).toBeVisible();
  });
});

test("pages with long names fit a merchant's phone", async ({ open, market }) => {
  const page = await openAs(open, market.merchant, "/");
  const tabs = ["overview", "add", "orders", "today", "sales", "reviews"].map((tab) => `/dashboard/merchant?tab=${tab}`);
  await walk(page, [...tabs, `/dashboard/merchant?tab=add&id=${market.product}`, `/dashboard/merchant?tab=orders&open=${market.order}`, `/orders/${market.order}`, "/messages",
    `/messages/${market.conversation}`, "/settings", "/settings?tab=business"]);
});

test("pages with long names fit an admin's phone", async ({ open, market }) => {
  const page = await openAs(open, market.admin, "/");
  const tabs = ["overview", "users", "products", "orders"].map((tab) => `/dashboard/admin?tab=${tab}`);
  await walk(page, [...tabs, `/orders/${market.order}`, "/admin/audit", "/admin/operations", "/admin/operations?tab=events"]);
});

test("mails with long names fit a phone", async ({ page }) => {
  const folder = fileURLToPath(new URL("../../command-service/src/mail/letters/snapshots/", import.meta.url));
  const names = /Anna Smith|Green Hill Farm|San Marzano Tomatoes|Beets|Kale|Ben &amp; Söhne|anna@[a-z.]+|1Z999|The map stays empty/g;
  const letters = readdirSync(folder).filter((file) => file.endsWith(".html"));
  expect(letters.length).toBeGreaterThan(15);
  const wrong = [];
  for (const letter of letters) {
    await page.evaluate((html) => {
      document.open();
      document.write(html);
      document.close();
    }, readFileSync(`${folder}${letter}`, "utf8").replace(names, LONG));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      wrong.push(...(await tooWide(page)).map((what) => `${letter} at ${width}: ${what}`));
    }
  }
  expect(wrong).toEqual([]);
});
