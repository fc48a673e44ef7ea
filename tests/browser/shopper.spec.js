// A shopper in a hurry, on a phone with two tabs: nothing is cut off, and every action shows a message.
import { call, openAs, signUp } from "./calls.js";
import { confirmedNumber, fillAddress, payButton, toShipping, typeCard } from "./checkout.js";
import { furnish } from "./market.js";
import { expect, test as base, living } from "./shop.js";

const test = base.extend({
  market: [async ({ shop }, use) => use(await furnish(shop)), { scope: "worker" }],
});

test.use({ shopName: "shopper" });

const PHONE = { width: 360, height: 740 };
const LONG_WORD = "https://meadow.example/".padEnd(200, "farm");

test("a message thread fits a phone, even with a very long word", async ({ open, shop, market }) => {
  const { customer, merchant } = market.tokens;
  for (const content of ["The gate is open from noon.\nCome by.", LONG_WORD]) {
    await call(shop, merchant, "POST", "/messages/send", { conversationId: market.conversation, content, messageType: "text" });
  }
  const page = await openAs(open, { token: customer }, `/messages/${market.conversation}`);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Dismiss" }).click();
  const bubble = page.getByRole("log").getByText(LONG_WORD);
  await expect(bubble).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Your message")).toBeInViewport({ ratio: 1 });
});

test("a checkout shows the pickup address, folds its summary and reports another tab", async ({ open, shop, market }) => {
  const page = await openAs(open, await signUp(shop, "Hetty Hurry", "customer"), "/");
  await toShipping(page, market.product);
  await expect(page.getByText("Collection point", { exact: true })).toBeVisible();
  await expect(page.locator("form").getByText("Meadow Farm, San Francisco, CA 94110")).toBeVisible();
  await fillAddress(page);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Secure Payment" })).toBeVisible();

  await test.step("the summary", async () => {
    const summary = page.getByRole("complementary", { name: "Order Summary" });
    const line = summary.getByText("1 × San Marzano Tomatoes").locator("visible=true");
    await expect(line).toHaveCount(1);
    await summary.getByText("Hide Details").locator("visible=true").click();
    await expect(line).toHaveCount(0);
    await summary.getByText("Show Details").locator("visible=true").click();
    await expect(line).toHaveCount(1);
  });

  await test.step("an empty card", async () => {
    await expect(payButton(page)).toBeDisabled();
    await expect(page.getByText("Enter your card details to pay.")).toBeVisible();
  });

  await test.step("another tab", async () => {
    const other = living(await page.context().newPage());
    await other.goto("/cart");
    await other.getByRole("button", { name: "Increase quantity of San Marzano Tomatoes" }).click();
    await expect(page.getByText(/^Your order has changed since you went on to pay/)).toBeVisible();
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await expect(payButton(page)).toHaveText("Pay $7.56");
  });

  await test.step("help with the order", async () => {
    await typeCard(page, "4242 4242 4242 4242");
    await payButton(page).dblclick();
    const number = await confirmedNumber(page);
    await expect(page.getByRole("heading", { name: "Need Help?" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Email support" })).toHaveAttribute("href", new RegExp(`subject=Order%20${number}`));
    await page.getByRole("link", { name: "Live chat" }).click();
    await expect(page.getByRole("textbox", { name: /^Subject/ })).toHaveValue(`Order ${number}`);
    await page.getByRole("textbox", { name: /^Message/ }).fill("Where is it?");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Greenstall Support" })).toBeVisible();
  });
});
