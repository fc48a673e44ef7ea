// An admin rebuilds a view while a shopper browses, rolls it back, and finds both actions in the log and in the
// audit.
import { readFile } from "node:fs/promises";
import { call, openAs, signUp, signUpAdmin } from "./calls.js";
import { list, openStall } from "./market.js";
import { expect, expectAccessibleEverywhere, PASSWORD, test } from "./shop.js";

test.use({ shopName: "operations" });

let admin;
let merchant;

test.beforeAll(async ({ shop }) => {
  admin = await signUpAdmin(shop);
  merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
  await list(shop, admin, merchant, "San Marzano Tomatoes", 3.5, 40);
});

/** Fills in a confirmation dialog about the catalog; types the view's name where the dialog asks for it. */
async function confirm(page, title, reason, button) {
  const ask = page.getByRole("alertdialog", { name: title });
  await ask.getByLabel("Reason").fill(reason);
  await ask.getByLabel("Type catalog to confirm").fill("catalog");
  await ask.getByRole("button", { name: button, exact: true }).click();
  await expect(ask).toBeHidden();
}

test("a view is rebuilt while a shopper browses, and rolled back", async ({ open }) => {
  const shopper = await open();
  await shopper.goto("/products");
  await expect(shopper.getByRole("link", { name: "San Marzano Tomatoes" }).first()).toBeVisible();
  const page = await openAs(open, admin, "/admin/operations");
  await expect(page.getByText(/^All views current/)).toBeVisible();
  await expectAccessibleEverywhere(page);
  const catalog = page.getByRole("group", { name: "catalog", exact: true });
  await expect(catalog.getByRole("button", { name: "Roll catalog back" })).toHaveCount(0);

  await catalog.getByRole("button", { name: "Rebuild catalog" }).click();
  await expectAccessibleEverywhere(page);
  await confirm(page, "Rebuild catalog?", "Prices are checked.", "Rebuild");
  await expect(catalog.getByText("Differences before the swap")).toBeVisible({ timeout: 60_000 });
  await expect(catalog.getByText("The new build has the same rows as the one that serves.", { exact: false })).toBeVisible();
  await expect(catalog.getByRole("button", { name: "Roll catalog back" })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await shopper.reload();
  await expect(shopper.getByRole("link", { name: "San Marzano Tomatoes" }).first()).toBeVisible();
  await catalog.getByRole("button", { name: "Let the new build of catalog serve" }).click();
  await confirm(page, "Let the new build of catalog serve?", "The same as before.", "Let it serve");
  await expect(catalog.getByRole("button", { name: "Roll catalog back" })).toBeVisible({ timeout: 60_000 });
  await catalog.getByText("Builds (2)").click();
  const builds = catalog.getByRole("table", { name: "Builds of catalog" });
  await expect(builds.getByRole("row").filter({ hasText: "Serves" })).toHaveCount(1);
  await expect(builds.getByRole("row").filter({ hasText: "Before, for a roll-back" })).toHaveCount(1);
  await shopper.reload();
  await expect(shopper.getByRole("link", { name: "San Marzano Tomatoes" }).first()).toBeVisible();

  const served = await builds.getByRole("row").filter({ hasText: "Serves" }).getByRole("rowheader").textContent();
  await catalog.getByRole("button", { name: "Roll catalog back" }).click();
  await confirm(page, "Roll catalog back?", "The figures differ.", "Roll back");
  await expect(builds.getByRole("row").filter({ hasText: "Serves" }).getByRole("rowheader")).not.toHaveText(served);
  await shopper.reload();
  await expect(shopper.getByRole("link", { name: "San Marzano Tomatoes" }).first()).toBeVisible();

  await page.goto("/admin/audit");
  const log = page.getByRole("table", { name: "Decisions, newest first" });
  await expect(log.getByRole("row").filter({ hasText: "The figures differ." })).toContainText("Ada Admin");
  await expect(log.getByRole("row").filter({ hasText: "Prices are checked." })).toContainText("Ada Admin");
});

test("the log is searched, an event is opened, and its stream is read step by step", async ({ open }) => {
  const page = await openAs(open, admin, "/admin/operations");
  await page.getByRole("tab", { name: "Events" }).click();
  await page.getByLabel("Type", { exact: true }).fill("ProductListed");
  await page.getByRole("button", { name: "Show events" }).click();
  await page.getByRole("link", { name: /^ProductListed/ }).click();
  const event = page.getByRole("group", { name: /^Position/ });
  await expect(event).toContainText("San Marzano Tomatoes");
  await expectAccessibleEverywhere(page);
  await event.getByRole("link", { name: /^product-/ }).click();
  await expect(page.getByText(/^Event 1 of \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.getByText(/^Event 2 of \d+$/)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goBack();
  await expect(event).toBeVisible();

  await page.goto("/admin/operations?tab=events&type=AccountOpened");
  await page.getByRole("link", { name: /^AccountOpened/ }).first().click();
  await expect(event.getByText("masked", { exact: true }).first()).toBeVisible();
  await expect(event).not.toContainText("Mara Meadows");
});

test("an event links to its story, and a product to its explanation", async ({ open }) => {
  const page = await openAs(open, admin, "/admin/operations?tab=events&type=ProductListed");
  await page.getByRole("link", { name: /^ProductListed/ }).click();
  const event = page.getByRole("group", { name: /^Position/ });
  const product = (await event.getByRole("link", { name: /^product-/ }).innerText()).slice("product-".length);
  await event.getByRole("link", { name: "The whole story" }).click();
  const listed = /^The merchant listed “San Marzano Tomatoes” at \$3\.50 a /;
  await expect(page.getByRole("region", { name: "What happened" }).getByText(listed)).toBeVisible();
  await expect(page.getByText("The whole log was looked at.")).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByLabel("What", { exact: true }).selectOption("Product");
  await page.getByLabel("ID", { exact: true }).fill(product);
  await page.getByRole("button", { name: "Show why" }).click();
  await expect(page.getByText(listed)).toBeVisible();
  await expect(page.getByText(/^An admin approved the product/)).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole("link", { name: "Step by step" }).click();
  await page.getByLabel("As it was on").fill("2020-01-01T00:00:00");
  await page.getByRole("button", { name: "Jump there" }).click();
  await expect(page.getByRole("heading", { name: "It did not exist yet" })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("an event that a view cannot apply is parked, inspected, tried and retried", async ({ open, shop }) => {
  // From here on the database refuses long names, as if a view and its table disagreed.
  const onEachBuild = (change) => shop.sql(`
    SELECT format('ALTER TABLE %I.products ${change}', schemaname) FROM pg_tables
    WHERE tablename = 'products' AND schemaname LIKE 'rm\\_catalog%' \\gexec`);
  onEachBuild("ADD CONSTRAINT short_names CHECK (length(name) < 25) NOT VALID");
  await call(shop, merchant.token, "POST", "/products", {
    name: "Purple Cape of Good Hope Cauliflower", price: 4, description: "White within.", category: "produce",
    subcategory: "Vegetables", images: [], tags: [], inventory: { quantity: 4, unit: "pound" }, fulfillment: { method: "pickup-only" },
  });

  const page = await openAs(open, admin, "/admin/operations?tab=parked");
  const group = page.getByRole("group", { name: /^Parked: error returned from database/ });
  await expect(group.getByText("ProductListed")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/1 event parked/)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await group.getByRole("link", { name: "ProductListed" }).click();
  await expect(page.getByRole("group", { name: /^Position/ })).toContainText("Purple Cape of Good Hope Cauliflower");
  await page.goBack();
  await group.getByRole("link", { name: /^product-/ }).click();
  await expect(page.getByText(/^Event 1 of \d+$/)).toBeVisible();
  await page.goBack();

  await group.getByRole("button", { name: /without changing anything$/ }).click();
  await expect(group.getByText("It would fail again:", { exact: false })).toBeVisible();
  await expectAccessibleEverywhere(page);
  const ask = page.getByRole("alertdialog");
  const retry = ask.getByRole("button", { name: "Retry", exact: true });
  await group.getByRole("button", { name: /^Retry/ }).click();
  await ask.getByLabel("Reason").fill("The rule about names is gone.");
  await retry.click();
  await expect(ask.getByText(/Still parked, at position \d+/)).toBeVisible();
  await expectAccessibleEverywhere(page);
  // The view retries by itself after a while, so fill in the dialog before dropping the constraint.
  onEachBuild("DROP CONSTRAINT short_names");
  await retry.click();
  await expect(page.getByRole("heading", { name: "Nothing is parked" })).toBeVisible();
  await expect(page.getByText(/^All views current/)).toBeVisible();
  await page.goto("/admin/audit");
  const log = page.getByRole("table", { name: "Decisions, newest first" });
  await expect(log.getByRole("row").filter({ hasText: "The rule about names is gone." })).toHaveCount(2);
});

test("nothing is parked, and each process manager shows its running instance", async ({ open }) => {
  const page = await openAs(open, admin, "/admin/operations?tab=parked");
  await expect(page.getByRole("heading", { name: "Nothing is parked" })).toBeVisible();
  await page.getByRole("tab", { name: "Process managers" }).click();
  await expect(page.getByText(/^Run by .+ since /)).toBeVisible();
  await expect(page.getByRole("group", { name: "make_good_when_cancelled" })).toContainText("Running");
  await expectAccessibleEverywhere(page);
});

test("a person's data is exported and erased, and the proof is shown", async ({ open, shop }) => {
  const cora = await signUp(shop, "Cora Customer", "customer");
  const page = await openAs(open, admin, "/dashboard/admin?tab=users");
  await page.getByRole("link", { name: "Cora Customer" }).first().click();
  await page.getByRole("link", { name: "Personal data" }).click();
  await expect(page.getByRole("heading", { name: "Cora Customer" })).toBeVisible();
  // The search accepts an e-mail address, and removes it from the URL.
  const field = page.getByLabel("Email address or account ID");
  await field.fill("cora@market.example");
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`who=${cora.user._id}`));
  await expect(field).toBeFocused();
  const all = page.getByRole("row", { name: /^All/ });
  await expect(all.getByRole("cell").nth(2)).toHaveText("0");
  await expectAccessibleEverywhere(page);

  const ask = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Export" }).click();
  await ask.getByLabel("Reason").fill("Asked for by letter");
  await ask.getByLabel("Your current password", { exact: true }).fill(PASSWORD);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    ask.getByRole("button", { name: "Export" }).click(),
  ]);
  const file = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(file.events.map(({ type }) => type)).toContain("AccountOpened");
  expect(JSON.stringify(file)).toContain("Cora Customer");

  await page.getByRole("button", { name: "Erase" }).click();
  await ask.getByLabel("Reason").fill("Asked for by letter");
  await ask.getByLabel("Your current password", { exact: true }).fill(PASSWORD);
  await expectAccessibleEverywhere(page);
  await ask.getByLabel("Type cora@market.example to confirm").fill(cora.user.email);
  await ask.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("heading", { name: "Proof of the erasure" })).toBeVisible();
  await expect(page.getByText(/^The whole log was read: none of the \d+ values/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Forgotten person" })).toBeVisible();
  await expect(all.getByRole("cell").nth(1)).toHaveText("0");
  await expectAccessibleEverywhere(page);

  await page.getByRole("link", { name: "What admins decided about it" }).click();
  const log = page.getByRole("table", { name: "Decisions, newest first" });
  await expect(log.getByRole("row").filter({ hasText: "Asked for by letter" })).toHaveCount(2);
});
