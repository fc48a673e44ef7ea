// A visitor searches: every filter, a link to the results, and Back.
import { call, signUpAdmin } from "./calls.js";
import { list, openStall } from "./market.js";
import { expect, expectAccessible, test as base } from "./shop.js";

const ORGANIC = "Rainbow Chard";
const PICKUP = "Sourdough Loaf";
const DELIVERY = "Winter Vegetable Box";
const SOLD_OUT = "Summer Squash";
const FAR_AWAY = "Delta Pears";
const CHEAP = ["Radishes", "Turnips", "Beets", "Carrots", "Parsnips", "Leeks", "Shallots", "Fennel", "Kohlrabi", "Celery", "Rutabagas", "Salsify"];
/** About 75 miles from the other stall. */
const SACRAMENTO = { street: "1 River Road", city: "Sacramento", state: "CA", zipCode: "95814" };
/** The smallest text that counts as a PDF. */
const CERTIFICATE = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

async function certify(shop, admin, merchant) {
  const form = new FormData();
  form.append("certificate", new Blob([CERTIFICATE], { type: "application/pdf" }), "certificate.pdf");
  const { url, originalName } = await call(shop, merchant.token, "POST", "/upload/organic-certificate", form);
  const organic = { isOrganic: true, organicCertificate: { url, originalName } };
  const { _id } = await list(shop, admin, merchant, ORGANIC, 6, 20, organic);
  await call(shop, admin.token, "PUT", `/admin/products/${_id}/organic-certificate`, { status: "approved" });
}

const test = base.extend({
  market: [
    async ({ shop }, use) => {
      const admin = await signUpAdmin(shop);
      const near = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
      const far = await openStall(shop, admin, "Rita River", "River Orchard", SACRAMENTO);
      const delivery = { deliveryFee: 3, deliveryRadius: 25 };
      await certify(shop, admin, near);
      await list(shop, admin, near, PICKUP, 7, 9, { category: "bakery", subcategory: "Bread", fulfillment: { method: "pickup-only" } });
      await list(shop, admin, near, DELIVERY, 32, 9, { fulfillment: { method: "delivery-only", deliveryOptions: delivery } });
      await list(shop, admin, near, SOLD_OUT, 5, 0);
      await list(shop, admin, far, FAR_AWAY, 5, 30);
      await Promise.all(CHEAP.map((name) => list(shop, admin, near, name, 2.5, 30)));
      await use({ all: CHEAP.length + 5 });
    },
    { scope: "worker" },
  ],
});

test.use({ shopName: "visitor" });

const results = (page) => page.getByRole("region", { name: "Products", exact: true });
const cards = (page) => results(page).getByRole("heading", { level: 2 });
const applied = (page) => page.getByRole("list", { name: "Applied filters" });
const quick = (page, name) => page.getByRole("list", { name: "Quick filters" }).getByRole("button", { name });
const shownNames = async (page) => (await cards(page).allTextContents()).toSorted();

/** Waits until the list has exactly these products. */
async function expectShown(page, names) {
  await expect(results(page).getByRole("status").first()).toHaveText(new RegExp(`^${names.length} products?`));
  await expect(cards(page)).toHaveCount(names.length);
  expect(await shownNames(page)).toEqual(names.toSorted());
}

test("every filter narrows the list and shows as a chip, which removes it", async ({ open, market }) => {
  const page = await open();
  const panel = page.getByRole("form", { name: "Filters" });
  const everything = [...CHEAP, ORGANIC, PICKUP, DELIVERY, SOLD_OUT, FAR_AWAY];
  await page.goto("/products");
  await expect(cards(page)).toHaveCount(market.all);
  for (const [filter, names, parameter] of [
    [/^In stock/, everything.filter((name) => name !== SOLD_OUT), "inStock=true"],
    [/^Organic/, [ORGANIC], "isOrganic=true"],
    [/^Pickup/, everything.filter((name) => name !== DELIVERY), "fulfillment=pickup"],
    [/^Delivery/, everything.filter((name) => name !== PICKUP), "fulfillment=delivery"],
    [/^Under \$10/, everything.filter((name) => name !== DELIVERY), "maxPrice=10"],
  ]) {
    await quick(page, filter).click();
    await expect(quick(page, filter)).toHaveAttribute("aria-pressed", "true");
    expect(page.url()).toContain(parameter);
    await expectShown(page, names);
    await quick(page, filter).click();
    await expect(cards(page)).toHaveCount(market.all);
  }

  await panel.getByLabel("Category").selectOption("bakery");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expectShown(page, [PICKUP]);
  await expect(page.getByRole("heading", { level: 1, name: /Bakery/ })).toBeVisible();
  await applied(page).getByRole("button", { name: "Remove filter Bakery" }).click();
  await expect(cards(page)).toHaveCount(market.all);
  await expect(results(page).getByRole("status").first()).toBeFocused();

  await panel.getByLabel("Min price").fill("5");
  await panel.getByLabel("Max price").fill("7");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expectShown(page, [ORGANIC, PICKUP, SOLD_OUT, FAR_AWAY]);
  await expectAccessible(page);
  await applied(page).getByRole("button", { name: "Remove filter $5.00 to $7.00" }).click();
  await expect(cards(page)).toHaveCount(market.all);

  await panel.getByLabel("Min price").fill("-4");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByLabel("Min price")).toHaveValue("");
  await expect(applied(page)).toHaveCount(0);
});

test("a link shows another visitor the same results around the same place", async ({ open, market: _ }) => {
  const page = await open();
  await page.goto("/products?zip=94110");
  const panel = page.getByRole("form", { name: "Filters" });
  await expect(results(page).getByRole("status").first()).toHaveText(`${CHEAP.length + 4} products within 25 mi of 94110`);
  await panel.getByLabel("Distance").selectOption("100");
  await panel.getByLabel("Category").selectOption("produce");
  await panel.getByLabel("Max price").fill("5");
  await panel.getByLabel("In stock only").check();
  await panel.getByRole("button", { name: "Apply" }).click();
  const names = [...CHEAP, FAR_AWAY];
  await expectShown(page, names);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("-price");
  await expect(cards(page).first()).toHaveText(FAR_AWAY);
  const chips = ["Produce", "Up to $5.00", "Within 100 mi"];
  for (const chip of chips) await expect(applied(page).getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();

  const friend = await open();
  await friend.goto(page.url());
  await expectShown(friend, names);
  await expect(cards(friend).first()).toHaveText(FAR_AWAY);
  await expect(friend.getByText("This link shows what is near 94110.")).toBeVisible();
  for (const chip of chips) await expect(applied(friend).getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();
  await expect(quick(friend, /^In stock/)).toHaveAttribute("aria-pressed", "true");
  await expect(friend.getByRole("form", { name: "Filters" }).getByLabel("Max price")).toHaveValue("5");
  await expectAccessible(friend);
  await applied(friend).getByRole("button", { name: "Remove filter Within 100 mi" }).click();
  await expectShown(friend, CHEAP);
});

test("Back restores the filters and the scroll position", async ({ open, market: _ }) => {
  const page = await open({ viewport: { width: 1024, height: 600 } });
  const names = [...CHEAP, ORGANIC, SOLD_OUT, FAR_AWAY];
  await page.goto("/products");
  await quick(page, /^Under \$10/).click();
  await page.getByRole("form", { name: "Filters" }).getByLabel("Category").selectOption("produce");
  await page.getByRole("form", { name: "Filters" }).getByRole("button", { name: "Apply" }).click();
  await expectShown(page, names);
  const last = cards(page).last();
  const name = await last.textContent();
  await last.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const was = await scrolled();
  expect(was).toBeGreaterThan(300);
  await last.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await scrolled(), "another page begins at its top").toBe(0);
  await page.goBack();
  await expectShown(page, names);
  await expect(applied(page).getByRole("button", { name: "Remove filter Produce" })).toBeVisible();
  await expect(quick(page, /^Under \$10/)).toHaveAttribute("aria-pressed", "true");
  await expect.poll(scrolled).toBe(was);
  await page.goBack();
  await expect(applied(page).getByRole("button", { name: "Remove filter Produce" })).toHaveCount(0);
  await expect(page.getByRole("form", { name: "Filters" }).getByLabel("Category")).toHaveValue("");
  await page.goForward();
  await expectShown(page, names);
});
