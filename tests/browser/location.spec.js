// The shopper's place: from the device, from a ZIP code, refused, or missing.
import { signUpAdmin } from "./calls.js";
import { list, openStall } from "./market.js";
import { expect, expectAccessible, test as base, living } from "./shop.js";

const TOMATOES = "San Marzano Tomatoes";
/** About 75 miles from the other stall. */
const SACRAMENTO = { street: "1 River Road", city: "Sacramento", state: "CA", zipCode: "95814" };
/** A place in the Mission, San Francisco: ZIP code 94110. */
const MISSION = { latitude: 37.7502, longitude: -122.4153 };

const test = base.extend({
  product: [
    async ({ shop }, use) => {
      const admin = await signUpAdmin(shop);
      const merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
      await list(shop, admin, merchant, "Rainbow Chard", 2.75, 20);
      const orchard = await openStall(shop, admin, "Rita River", "River Orchard", SACRAMENTO);
      await list(shop, admin, orchard, "Delta Pears", 5, 30);
      await use((await list(shop, admin, merchant, TOMATOES, 3.5, 40))._id);
    },
    { scope: "worker" },
  ],
});

test.use({ shopName: "location" });

const dialog = (page) => page.getByRole("dialog", { name: "Set your location" });
const chip = (page) => page.getByRole("banner").getByRole("button", { name: /^(Set location|Near )/ });
const total = (page) => page.getByRole("region", { name: "Products", exact: true }).getByRole("status").first();

async function openDialog(page) {
  await chip(page).click();
  await expect(dialog(page)).toBeVisible();
}

test("a ZIP code holds on every page, and every product shows its distance", async ({ open, product }) => {
  const page = await open();
  await page.goto("/about");
  await openDialog(page);
  await expect(dialog(page).getByRole("button", { name: "Use current location" })).toBeFocused();
  await dialog(page).getByRole("button", { name: "Enter zip code" }).click();
  const zip = dialog(page).getByLabel("ZIP code");
  await expect(zip).toBeFocused();
  const save = dialog(page).getByRole("button", { name: "Save location" });
  for (const [typed, text] of [
    ["", "Please enter a zip code"],
    ["9411", "Please enter a valid 5-digit zip code"],
    ["00000", "Invalid zip code or service unavailable. Please try again."],
  ]) {
    await zip.fill(typed);
    await save.click();
    await expect(zip).toHaveAccessibleDescription(text);
    await expect(zip).toBeFocused();
  }
  await expectAccessible(page);
  await zip.fill("94110-1234");
  await expect(dialog(page).getByText("2 products from 1 stall")).toBeVisible();
  await dialog(page).getByLabel("How far you would go").fill("10");
  await save.click();
  await expect(dialog(page)).toBeHidden();
  await expect(chip(page)).toHaveAccessibleName("Near 94110 · 10 mi");

  await test.step("home", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Popular in 94110" })).toBeVisible();
    const near = page.getByRole("region", { name: "Local Merchants Near You" });
    await expect(near.getByText("Meadow Farm")).toBeVisible();
    await expect(near.getByText(/^San Francisco, CA · \d\.\d mi · 2 products$/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Produce" }).first()).toHaveAttribute("href", "/products?category=produce&zip=94110");
    await expectAccessible(page);
  });
  await test.step("catalog", async () => {
    await page.getByRole("link", { name: "View All Products" }).first().click();
    await expect(total(page)).toHaveText("2 products within 10 mi of 94110");
    await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("distance");
  });
  await test.step("search", async () => {
    const search = page.getByRole("combobox", { name: "Search the market" });
    await search.fill("tomato");
    await search.press("Enter");
    await expect(total(page)).toHaveText("1 product within 10 mi of 94110");
    await expect(page.getByRole("article").filter({ hasText: TOMATOES })).toContainText("Local");
  });
  await test.step("product", async () => {
    await page.getByRole("link", { name: TOMATOES }).click();
    await expect(page.getByRole("heading", { level: 1, name: TOMATOES })).toBeVisible();
    await expect(page.locator("main").getByText("Local", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Visit Store" })).toBeVisible();
  });
  await test.step("another tab, and the next visit", async () => {
    const tab = living(await page.context().newPage());
    await tab.goto(`/products/${product}`);
    await expect(chip(tab)).toHaveAccessibleName("Near 94110 · 10 mi");
    await openDialog(tab);
    await dialog(tab).getByRole("button", { name: "Forget this location" }).click();
    await expect(chip(page)).toHaveAccessibleName("Set location");
  });
});

test("the shopper's place comes from the device", async ({ open, product: _ }) => {
  const page = await open({ geolocation: MISSION, permissions: ["geolocation"] });
  await page.goto("/products");
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "Use current location" }).click();
  await expect(dialog(page).getByText("You are near San Francisco, CA 94110")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Save location" }).click();
  await expect(chip(page)).toHaveAccessibleName("Near 94110 · 25 mi");
  await expect(total(page)).toHaveText("2 products within 25 mi of 94110");
  expect(await page.evaluate(() => localStorage.getItem("locationPermission"))).toBe("granted");
});

test("a refused or remote device position leaves the ZIP field in its place", async ({ open, product: _ }) => {
  const refusing = await open({ permissions: [] });
  await refusing.goto("/products");
  await openDialog(refusing);
  await dialog(refusing).getByRole("button", { name: "Use current location" }).click();
  const zip = dialog(refusing).getByLabel("ZIP code");
  await expect(zip).toHaveAccessibleDescription("Location access denied. Please enter your zip code manually.");
  await expect(zip).toBeFocused();
  await expectAccessible(refusing);
  await zip.fill("94110");
  await dialog(refusing).getByRole("button", { name: "Save location" }).click();
  await expect(total(refusing)).toHaveText("2 products within 25 mi of 94110");

  const abroad = await open({ geolocation: { latitude: 52.52, longitude: 13.405 }, permissions: ["geolocation"] });
  await abroad.goto("/products");
  await openDialog(abroad);
  await dialog(abroad).getByRole("button", { name: "Use current location" }).click();
  await expect(dialog(abroad).getByLabel("ZIP code")).toHaveAccessibleDescription(
    "Could not determine your zip code from GPS location. Please enter it manually.",
  );
});

test("a visitor who skips sees everything, and is asked only once", async ({ open, product: _ }) => {
  const page = await open();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Popular Products", exact: true })).toBeVisible();
  const prompt = page.getByRole("region", { name: "Shop close to home" });
  await expect(prompt).toBeVisible();
  await expectAccessible(page);
  await prompt.getByRole("button", { name: "Skip for Now" }).click();
  await expect(prompt).toHaveCount(0);
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "Skip for Now" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(chip(page)).toBeFocused();
  await page.clock.install();
  await page.goto("/products");
  await expect(total(page)).toHaveText("3 products");
  await page.clock.runFor(3500);
  await expect(prompt).toHaveCount(0);
});

test("the hero takes a ZIP code, and explains an invalid one", async ({ open, product: _ }) => {
  const page = await open();
  await page.goto("/");
  const zip = page.getByLabel("Your ZIP code");
  const go = page.getByRole("button", { name: "Find food near me" });
  for (const [typed, text] of [["941", "Please enter a valid 5-digit zip code"], ["00000", "Invalid zip code. Please try again."]]) {
    await zip.fill(typed);
    await go.click();
    await expect(zip).toHaveAccessibleDescription(text);
  }
  await zip.fill("94110");
  await go.click();
  await expect(page).toHaveURL(/\/products\?zip=94110$/);
  await expect(total(page)).toHaveText("2 products within 25 mi of 94110");
});

test("a search without nearby results shows the distance of the nearest one", async ({ open, product: _ }) => {
  const page = await open();
  await page.goto("/products?zip=95814&search=tomatoes");
  await expect(page.getByText(/^None within 25 mi; the nearest is 7\d mi away$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Near 95814 right now" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Widen to 100 mi" }).click();
  await expect(total(page)).toHaveText("1 product within 100 mi of 95814");
});

test("without a stall nearby the nearest ones are shown, and an empty search links elsewhere", async ({ open, product: _ }) => {
  const page = await open();
  // Fresno is more than a hundred miles from both.
  await page.goto("/products?zip=93721");
  await expect(page.getByText("Showing nearest available merchants")).toBeVisible();
  await expect(total(page)).toHaveText(/^\d products?$/);
  await page.goto("/products?zip=93721&search=tomatoes&category=bakery");
  await expect(page.getByRole("heading", { name: "No local merchants found" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try Different Location" }).click();
  await expect(dialog(page)).toBeVisible();
});
