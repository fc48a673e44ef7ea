// Walks through the tasks of the guides for merchants and admins on a running demo shop, and takes their pictures:
//   node tests/browser/guide-pictures.js http://127.0.0.1:8080
// It finds everything by the words that the guides use, so it fails when a screen says something else. Each run opens a
// stall of its own; take the pictures of a release on a shop with a new demo market.
import { expect } from "@playwright/test";
import { caller, launch, newPage, settled, take } from "./pictures.js";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const folder = new URL("../../deploy/docs/guides/pictures/", import.meta.url);
const PASSWORD = "Greenstall#1";
const WIDE = { viewport: { width: 1280, height: 860 } };
const TALL = { viewport: { width: 768, height: 1180 } };
const BUSINESS = "Juniper Hill Apiary";
const PRODUCT = "Wildflower Honey";
const CERTIFICATE = new URL("../../deploy/greenstall/src/demo/writer/certificate.pdf", import.meta.url).pathname;

const call = caller(base);
const post = (path, token, body, method = "POST") => call(path, { method, token, body: JSON.stringify(body) });
const logIn = (email) => post("/auth/login", undefined, { email, password: PASSWORD });

const browser = await launch();

async function open(path, device, token) {
  const page = await newPage(browser, base, device, token && { token });
  await page.goto(path);
  await settled(page);
  return page;
}

/** Waits until passing messages have gone. */
const withoutToasts = (page) => expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 20_000 });

/** Takes the picture with `target` in the middle or at `block`, without caret, focus ring and passing messages. */
async function picture(page, name, target, block = "center") {
  await page.evaluate(() => document.activeElement?.blur());
  await withoutToasts(page);
  if (target) await target.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
  else await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  await take(page, folder, name);
}

async function freeAddress() {
  for (let number = 1; ; number += 1) {
    const email = `june${number === 1 ? "" : number}@juniper-hill.example`;
    const taken = await logIn(email).then(() => true, () => false);
    if (!taken) return email;
  }
}

/** Signs up as a merchant; returns the page, logged in. */
async function openStall(email) {
  const page = await open("/", TALL);
  await page.goto("/signup");
  await settled(page);
  await page.getByRole("radio", { name: /I want to sell/ }).check();
  const values = {
    "Your name": "June Hill",
    Email: email,
    Password: PASSWORD,
    "Confirm password": PASSWORD,
    "Business name": BUSINESS,
    "Phone number": "(503) 555-0142",
    "Business description": "Raw honey and beeswax candles from forty hives on Juniper Hill.",
    "Street address": "12 Juniper Lane",
    "ZIP code": "97214",
  };
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).or(page.getByRole("textbox", { name: new RegExp(`^${label}`) })).first().fill(value);
  }
  await expect(page.getByRole("textbox", { name: /^City/ })).toHaveValue("Portland");
  await picture(page, "sign-up", page.getByRole("textbox", { name: /^Business name/ }));
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { level: 1, name: "Welcome to Greenstall, June Hill!" }).waitFor();
  return page;
}

async function listProduct(page) {
  await page.getByRole("link", { name: "Add your first product" }).click();
  await page.getByRole("heading", { name: "Add a product" }).waitFor();
  const text = (label) => page.getByRole("textbox", { name: new RegExp(`^${label}`) }).first();
  const choice = (label) => page.getByRole("combobox", { name: new RegExp(`^${label}`) });
  await text("Name").fill(PRODUCT);
  await text("Description").fill("Raw honey from our summer meadow. Set in winter, runny again in warm water.");
  await choice("Category").selectOption({ label: "Condiments" }).catch(() => choice("Category").selectOption("condiments"));
  await text("Subcategory").fill("Honey");
  await text("Price in dollars").fill("9.50");
  await choice("Unit").selectOption("piece");
  await text("Quantity in stock").fill("40");
  await text("Tags").fill("raw, summer");
  await page.getByRole("radio", { name: "Pickup and delivery" }).check();
  const cover = Buffer.from(await (await fetch(`${base}/demo/honey.webp`)).arrayBuffer());
  await page.getByTestId("product-images-file").setInputFiles({ name: "honey.webp", mimeType: "image/webp", buffer: cover });
  await page.getByRole("textbox", { name: /^What picture 1 shows/ }).fill("A jar of honey");
  await page.getByRole("checkbox", { name: "This product is certified organic" }).check();
  await page.getByTestId("product-certificate-file").setInputFiles(CERTIFICATE);
  await page.getByText("certificate.pdf").waitFor();
  await picture(page, "add-product", page.getByRole("textbox", { name: /^Price in dollars/ }));
  await picture(page, "certificate", page.getByText("certificate.pdf"));
  await page.getByRole("button", { name: "Add Product" }).click();
  await page.getByText("Product created successfully!").waitFor();
  await page.getByRole("row").filter({ hasText: PRODUCT }).getByText("Pending").first().waitFor();
  await picture(page, "your-products");
}

/** Opens the newest item with this title among those of a kind. */
async function openReview(page, kind, title) {
  await page.goto(`/dashboard/admin?show=${kind}`);
  await settled(page);
  const item = page.getByRole("link", { name: new RegExp(`^${title}`) }).last();
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  while (!(await item.isVisible())) {
    const before = page.url();
    await page.getByRole("button", { name: "Next page" }).or(page.getByRole("link", { name: "Next page" })).click();
    await expect(page).not.toHaveURL(before);
    await settled(page);
  }
  await item.click();
  await page.getByRole("heading", { level: 3, name: title, exact: true }).waitFor();
}

/** Approves the item that is open. */
async function approve(page) {
  await page.getByRole("button", { name: /^Approve/ }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("was approved.").first().waitFor();
}

async function decide(token) {
  const page = await open("/dashboard/admin", WIDE, token);
  const inbox = page.getByRole("heading", { name: "Approval inbox" });
  await inbox.waitFor();
  await picture(page, "inbox", inbox, "start");
  await openReview(page, "merchant", BUSINESS);
  await picture(page, "approve-merchant", inbox, "start");
  await approve(page);
  await openReview(page, "certificate", PRODUCT);
  await page.getByRole("img", { name: /^Certificate certificate.pdf, page 1/ }).waitFor();
  await picture(page, "approve-certificate", inbox, "start");
  await approve(page);
  await openReview(page, "product", PRODUCT);
  await withoutToasts(page);
  await page.getByRole("button", { name: /^Reject/ }).first().click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "The description says too little about the product." }).click();
  await settled(page);
  await take(page, folder, "reject-product");
  await page.keyboard.press("Escape");
  await approve(page);
  return page;
}

/** Pays for jars at $9.50, to be collected; the tax is 8 %. */
async function buy(shopper, product, quantity) {
  const shipping = {
    firstName: "Sam", lastName: "Shopper", email: "shopper@greenstall.example", phone: "(503) 555-0100", address: "100 SE Main Street",
    apartment: "", city: "Portland", state: "OR", zipCode: "97214", country: "US", deliveryMethod: "pickup", deliveryInstructions: "",
  };
  const intent = await post("/payments/create-intent", shopper.token, {
    amount: Math.round(quantity * 950 * 1.08) / 100, currency: "usd", shipping, billing: { sameAsShipping: true },
    items: [{ id: product, name: PRODUCT, price: 9.5, quantity }],
  });
  const { id } = intent.paymentIntent;
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2035, cvc: "123" };
  await post(`/payments/sandbox/${id}/confirm`, shopper.token, { clientSecret: intent.clientSecret, card });
  await post("/orders/create", shopper.token, { paymentIntentId: id });
}

async function runOrders(page) {
  await page.goto("/dashboard/merchant?tab=today");
  await page.getByRole("heading", { name: "Pick list" }).waitFor();
  await picture(page, "today");
  await page.goto("/dashboard/merchant?tab=orders");
  const row = page.getByRole("group", { name: /^Order / }).first();
  await row.waitFor();
  await picture(page, "orders");
  for (const step of ["Confirm Order", "Start Preparing", "Ready for Pickup", "Mark as Delivered"]) {
    await row.getByRole("button", { name: step }).click();
    await expect(row.getByRole("button", { name: step })).toHaveCount(0);
  }
}

/** Opens the order's row and takes it back. */
async function refund(page) {
  const row = page.getByRole("group", { name: /^Order / }).first();
  await row.getByRole("button", { name: /^GS-/ }).click();
  await withoutToasts(page);
  await row.getByRole("button", { name: "Accept Return" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("The lid of one jar was broken.");
  await settled(page);
  await take(page, folder, "refund");
  await dialog.getByRole("button", { name: "Accept Return" }).click();
  await page.getByText("Order status updated to Returned").waitFor();
}

async function suspend(page) {
  await page.goto("/dashboard/admin?tab=users");
  await settled(page);
  await page.getByLabel("Search users").fill(BUSINESS);
  const row = page.getByRole("row").filter({ hasText: BUSINESS }).first();
  await row.waitFor();
  await withoutToasts(page);
  await row.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("Reported for selling honey from other farms.");
  await settled(page);
  await take(page, folder, "suspend");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("was deactivated").first().waitFor();
  await page.goto("/admin/audit");
  await settled(page);
  await picture(page, "audit");
}

const email = await freeAddress();
const seller = await openStall(email);
await listProduct(seller);
const admin = await decide((await logIn("admin@greenstall.example")).token);
const { token } = await logIn(email);
const { products } = await call("/products/my-products", { token });
const shopper = await logIn("shopper@greenstall.example");
for (const quantity of [3, 2]) await buy(shopper, products[0]._id, quantity);
await runOrders(seller);
await refund(seller);
await suspend(admin);
await browser.close();
