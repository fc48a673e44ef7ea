// A product from its listing to its delivery, in the browsers of all people involved.
import { expect, expectAccessible, PASSWORD, test } from "./shop.js";

test.use({ shopName: "path" });

const ADMIN = "ada@market.example";
const TOMATOES = "San Marzano Tomatoes";

async function signUpMerchant(page) {
  await page.goto("/signup");
  await page.getByRole("radio", { name: /merchant/i }).check();
  await page.getByLabel("Your name").fill("Mara Meadows");
  await page.getByLabel("Email").fill("mara@market.example");
  await page.getByLabel("Phone number").fill("(415) 555-0134");
  await page.getByLabel("Business name").fill("Meadow Farm");
  await page.getByLabel("Business description").fill("Vegetables from the valley.");
  await page.getByLabel("Street address").fill("1 Field Road");
  await page.getByLabel("ZIP code").fill("94110");
  await expect(page.getByLabel("City")).toHaveValue("San Francisco");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/welcome/);
}

async function signUpCustomer(page) {
  await page.goto("/signup");
  await page.getByRole("radio", { name: /customer/i }).check();
  await page.getByLabel("Your name").fill("Cora Customer");
  await page.getByLabel("Email").fill("cora@market.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/welcome/);
}

async function logIn(page, email) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

async function approve(page, name) {
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("button", { name: `Approve ${name}` })).toHaveCount(0);
}

test("a tomato goes from listing to delivery", async ({ open, shop }) => {
  shop.operate("admin", "create", "--email", ADMIN, "--name", "Ada Admin", "--password", PASSWORD);
  const [merchant, admin, customer] = [await open(), await open(), await open()];

  await test.step("a merchant signs up and lists a product", async () => {
    await signUpMerchant(merchant);
    await merchant.goto("/dashboard/merchant?tab=add");
    await merchant.getByRole("button", { name: "Add Product" }).click();
    await expect(merchant.getByRole("alert")).toContainText("Please enter a name");
    await expectAccessible(merchant);
    await merchant.getByLabel("Name", { exact: true }).fill(TOMATOES);
    await merchant.getByLabel("Description").fill("Long, meaty and sweet: made for sauce.");
    await merchant.getByLabel("Category", { exact: true }).selectOption("produce");
    await merchant.getByLabel("Subcategory").fill("Vegetables");
    await merchant.getByLabel("Price in dollars").fill("3.50");
    await merchant.getByLabel("Unit").selectOption("pound");
    await merchant.getByLabel("Quantity in stock").fill("40");
    await merchant.getByRole("radio", { name: "Pickup and delivery" }).check();
    await merchant.getByLabel("Delivery radius in miles").fill("25");
    await merchant.getByRole("button", { name: "Add Product" }).click();
    await expect(merchant.getByText("Product created successfully!")).toBeVisible();
    await expect(merchant.getByRole("cell", { name: TOMATOES }).first()).toBeVisible();
    await expectAccessible(merchant);
  });

  await test.step("nobody can see it yet", async () => {
    await customer.goto("/products?search=tomatoes");
    await expect(customer.getByText("No Local Products Available")).toBeVisible();
    await expectAccessible(customer);
  });

  await test.step("an admin approves the merchant and the product", async () => {
    await logIn(admin, ADMIN);
    await admin.goto("/dashboard/admin");
    await expectAccessible(admin);
    await approve(admin, "Meadow Farm");
    await approve(admin, TOMATOES);
  });

  await test.step("a shopper finds it and puts it into the cart", async () => {
    await signUpCustomer(customer);
    await customer.goto("/");
    await expectAccessible(customer);
    const search = customer.getByRole("combobox", { name: "Search the market" });
    await search.fill("tomato");
    await search.press("Enter");
    await customer.getByRole("link", { name: TOMATOES }).first().click();
    await expect(customer.getByRole("heading", { level: 1, name: TOMATOES })).toBeVisible();
    await expectAccessible(customer);
    await customer.getByRole("button", { name: /add to cart/i }).first().click();
    await expect(customer.getByText("Added to Cart!").first()).toBeVisible();
    await customer.goto("/cart");
    await customer.getByRole("button", { name: `Increase quantity of ${TOMATOES}` }).click();
    await expect(customer.getByText("Estimated total", { exact: true })).toBeVisible();
    await expectAccessible(customer);
    await customer.getByRole("link", { name: "Proceed to Checkout" }).click();
  });

  await test.step("pays: first with a card that is declined, then with one that works", async () => {
    await expect(customer.getByRole("heading", { name: "Review Your Order" })).toBeVisible();
    await expectAccessible(customer);
    await customer.getByRole("radio", { name: /Store Pickup/ }).check();
    await customer.getByRole("button", { name: /Proceed to Shipping/ }).click();
    await customer.getByRole("button", { name: "Continue to Payment" }).click();
    await expect(customer.getByRole("alert")).toContainText("Address is required");
    await expectAccessible(customer);
    await customer.getByLabel("Address", { exact: true }).fill("2 Market Street");
    await customer.getByLabel("ZIP Code").fill("94110");
    await expect(customer.getByLabel("City")).toHaveValue("San Francisco");
    await expect(customer.getByLabel("State")).toHaveValue(/California/);
    await customer.getByRole("button", { name: "Continue to Payment" }).click();
    await expect(customer.getByRole("heading", { name: "Secure Payment" })).toBeVisible();
    await expectAccessible(customer);
    await customer.getByLabel("Card number").fill("4000 0000 0000 9995");
    await customer.getByLabel("Expiry date").fill("12 / 35");
    await customer.getByLabel("Security code").fill("123");
    await customer.getByRole("button", { name: "Pay $7.56" }).click();
    await expect(customer.getByRole("alert")).toContainText("Your card has insufficient funds.");
    await expectAccessible(customer);
    await customer.getByLabel("Card number").fill("4242 4242 4242 4242");
    await customer.getByRole("button", { name: "Pay $7.56" }).click();
    await expect(customer.getByRole("heading", { name: "Order Confirmed" })).toBeVisible();
    await expectAccessible(customer);
  });

  const number = /GS-\d{6}-[A-Z0-9]{5}/.exec((await customer.getByText(/GS-\d{6}/).first().textContent()) ?? "")?.[0];
  expect(number).toBeTruthy();

  await test.step("a reload shows the same order, and there is one", async () => {
    await customer.reload();
    await expect(customer.getByText(number).first()).toBeVisible();
    await customer.getByRole("link", { name: "View All Orders" }).click();
    await expect(customer.getByRole("heading", { name: `Order ${number}` })).toHaveCount(1);
    await expectAccessible(customer);
  });

  await test.step("the merchant takes it to delivered", async () => {
    await merchant.goto("/dashboard/merchant?tab=orders");
    const order = merchant.getByRole("group", { name: `Order ${number}-1` });
    await expectAccessible(merchant);
    for (const [action, status] of [
      ["Confirm Order", "Confirmed"],
      ["Start Preparing", "Preparing"],
      ["Ready for Pickup", "Ready for Pickup"],
      ["Mark as Delivered", "Delivered"],
    ]) {
      await order.getByRole("button", { name: action }).click();
      await expect(order.getByText(status, { exact: true }).first()).toBeVisible();
      await expect(order.getByRole("button", { name: action })).toHaveCount(0);
    }
    await expectAccessible(merchant);
  });

  await test.step("the customer sees every step", async () => {
    await customer.reload();
    await expect(customer.getByText("Delivered", { exact: true }).first()).toBeVisible();
    await customer.getByRole("link", { name: "View details" }).click();
    const timeline = customer.getByRole("list", { name: "Timeline" });
    await expect(timeline.getByRole("listitem")).toHaveText([/^Pending/, /^Confirmed/, /^Preparing/, /^Ready for Pickup/, /^Delivered/]);
    await expectAccessible(customer);
  });
});
