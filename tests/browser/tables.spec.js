// An admin changes many users at once, one of whom cannot be changed, and finds the approver of a product.
import { call, openAs, signUp, signUpAdmin } from "./calls.js";
import { list, openStall } from "./market.js";
import { expect, expectAccessibleEverywhere, test } from "./shop.js";

test.use({ shopName: "tables" });

let admin;

test.beforeAll(async ({ shop }) => {
  admin = await signUpAdmin(shop);
  const merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
  await signUp(shop, "Cora Customer", "customer");
  await signUp(shop, "Carl Customer", "customer");
  await list(shop, admin, merchant, "San Marzano Tomatoes", 3.5, 40);
  await list(shop, admin, merchant, "Rainbow Chard", 2.75, 2);
  const product = await list(shop, admin, merchant, "Winter Squash", 4.25, 0);
  await call(shop, admin.token, "PUT", `/admin/products/${product._id}/toggle-status`, { isActive: false });
});

test("a bulk action deactivates the users it may, and names the admin it may not", async ({ open }) => {
  const page = await openAs(open, admin, "/dashboard/admin");
  await page.getByRole("tab", { name: "Users (4)" }).click();
  const table = page.getByRole("table", { name: "Users" });
  const rowOf = (name) => table.getByRole("row").filter({ hasText: name });
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Please select items first")).toBeVisible();
  for (const name of ["Ada Admin", "Cora Customer", "Carl Customer"]) {
    await table.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
  await expect(page.getByText("3 selected")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Deactivate" }).click();
  const ask = page.getByRole("alertdialog", { name: "Deactivate 3 users?" });
  await ask.getByLabel("Reason").fill("They asked for it.");
  await ask.getByRole("button", { name: "Deactivate" }).click();
  const failures = page.getByRole("alert").filter({ hasText: "Some actions failed. Please try again." });
  await expect(failures).toContainText("2 of 3 went through.");
  await expect(failures.getByRole("listitem")).toHaveCount(1);
  await expect(failures.getByRole("listitem")).toContainText("Ada Admin: ");
  await expect(rowOf("Cora Customer")).toContainText("Deactivated");
  await expect(rowOf("Ada Admin")).toContainText("Active");
  await expectAccessibleEverywhere(page);
  await rowOf("Ada Admin").getByRole("link", { name: "Ada Admin" }).click();
  const detail = page.getByRole("dialog", { name: "Ada Admin" });
  await expect(detail.getByRole("button", { name: "Deactivate" })).toBeDisabled();
  await expectAccessibleEverywhere(page);
});

test("the audit shows when and by whom a product was approved, and links to both", async ({ open }) => {
  const page = await openAs(open, admin, "/dashboard/admin?tab=products");
  const table = page.getByRole("table", { name: "Products" });
  await table.getByRole("link", { name: "Rainbow Chard" }).click();
  await expectAccessibleEverywhere(page);
  await page.getByRole("dialog", { name: "Rainbow Chard" }).getByRole("link", { name: "History" }).click();
  const log = page.getByRole("table", { name: "Decisions, newest first" });
  await expect(log.getByRole("row")).toHaveCount(3);

  await page.goto("/admin/audit");
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0")).join("-");
  });
  await page.getByLabel("About", { exact: true }).selectOption("Product");
  await page.getByLabel("Action", { exact: true }).selectOption("Approved");
  await page.getByLabel("From", { exact: true }).fill(today);
  await page.getByLabel("To", { exact: true }).fill(today);
  await expect(page.getByText("3 entries")).toBeVisible();
  const chard = log.getByRole("row").filter({ hasText: "Rainbow Chard" });
  await expect(chard.getByRole("link", { name: "Ada Admin", exact: true })).toBeVisible();
  await expect(chard).toContainText(/pending\s*→\s*after:\s*approved/);
  await expectAccessibleEverywhere(page);
  await page.getByLabel("From", { exact: true }).fill("2001-01-01");
  await page.getByLabel("To", { exact: true }).fill("2001-01-02");
  await expect(page.getByRole("heading", { name: "No decisions found" })).toBeVisible();
  await page.goto(`/admin/audit?type=product&action=approved&from=${today}&to=${today}`);
  await expect(page.getByText("3 entries")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await expect(page.getByText("Downloaded 3 rows")).toBeVisible();

  await chard.getByRole("link", { name: "Ada Admin", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Ada Admin" })).toBeVisible();
});

test("an admin finds a product, a person and a position with the keyboard alone", async ({ open }) => {
  const page = await openAs(open, admin, "/");
  const dialog = page.getByRole("dialog", { name: "Find anything" });
  const field = dialog.getByRole("combobox", { name: "What to find" });
  const ask = async (text) => {
    await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  };
  await ask("rainbow chard");
  await expect(dialog.getByRole("option", { name: /Rainbow Chard/ }).first()).toBeVisible();
  await expectAccessibleEverywhere(page);
  for (const key of ["ArrowDown", "ArrowUp", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Rainbow Chard" })).toBeVisible();
  await page.keyboard.press("Escape");

  await ask("ada@market.example");
  await expect(dialog.getByRole("option", { name: /Ada Admin/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await ask("1");
  await expect(dialog.getByRole("option", { name: /Event at position 1/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: /^Position/ })).toBeVisible();
});
