// Takes the pictures of the README from a running demo shop:
//   node tests/browser/readme-pictures.js http://127.0.0.1:8080
import { caller, launch, newPage, settled, take } from "./pictures.js";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const folder = new URL("../../deploy/docs/screenshots/", import.meta.url);
const ZIP = "97214";
const PASSWORD = "Greenstall#1";
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true };

const call = caller(base);
const logIn = (who) =>
  call("/auth/login", { method: "POST", body: JSON.stringify({ email: `${who}@greenstall.example`, password: PASSWORD }) });

const { token, user } = await logIn("shopper");
const merchant = { token: (await logIn("farmer")).token };
const admin = { token: (await logIn("admin")).token };
const place = await call(`/locations/zip/${ZIP}`);
const { products } = await call(`/products?zip=${ZIP}&radius=25&inStock=true&limit=100&category=produce`);
const orders = await call("/orders/customer", { token });
const product = products.find(({ images, rating }) => images.length > 1 && rating.count > 0) ?? products[0];
const order = orders.find(({ status }) => status === "shipped" || status === "out-for-delivery") ?? orders[0];
const lines = products
  .filter(({ shipping }) => shipping.canPickup && shipping.canDeliver)
  .slice(0, 3)
  .map((one, index) => ({
    product: { ...one, unit: one.inventory.unit, merchantName: one.merchant.businessInfo.businessName },
    quantity: index + 1,
  }));
const here = { userZipCode: ZIP, userLocation: JSON.stringify({ ...place, radius: 25, type: "zip" }) };
const customer = { ...here, token, "cart-owner": user._id, [`cart:${user._id}`]: JSON.stringify(lines) };

async function toPayment(page) {
  await page.getByRole("button", { name: /Proceed to Shipping/ }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry date").fill("12 / 35");
  await page.getByLabel("Security code").fill("123");
}

/** Name, path, device, browser storage and prior actions of each picture. */
const SHOTS = [
  ["home", "/", DESKTOP, here],
  ["catalog", `/products?zip=${ZIP}&category=produce`, DESKTOP, here],
  ["product", `/products/${product._id}`, DESKTOP, here],
  ["checkout", "/checkout", DESKTOP, customer, toPayment],
  ["order", `/orders/${order._id}`, DESKTOP, customer],
  ["phone", `/products/${product._id}`, PHONE, here],
  ["merchant-orders", "/dashboard/merchant?tab=orders", DESKTOP, merchant],
  ["merchant-sales", "/dashboard/merchant?tab=sales", DESKTOP, merchant],
  ["inbox", "/dashboard/admin", DESKTOP, admin],
  ["audit", "/admin/audit", DESKTOP, admin],
  ["views", "/admin/operations?tab=views", DESKTOP, admin],
  ["why", `/admin/operations?tab=why&stream=order-${order._id}`, DESKTOP, admin],
];

const browser = await launch();
for (const [name, path, device, stored, act] of SHOTS) {
  const page = await newPage(browser, base, device, stored);
  await page.goto(path);
  await settled(page);
  if (act) await act(page);
  // Hide the caret and the focus ring.
  await page.evaluate(() => document.activeElement?.blur());
  await settled(page);
  await take(page, folder, name);
  await page.context().close();
}
await browser.close();
