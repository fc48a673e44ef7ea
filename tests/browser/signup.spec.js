// Signing up, with every possible mistake.
import { call, signUp } from "./calls.js";
import { expect, expectAccessible, PASSWORD, test } from "./shop.js";

test.use({ shopName: "signup" });

const TAKEN_EMAIL = "cora@market.example";

const field = (page, name) => page.getByLabel(name, { exact: true });
const create = (page) => page.getByRole("button", { name: "Create account" }).click();
/** The message at a field and, after a submit, in the summary that links to the field. */
async function expectWrong(page, label, text) {
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  await expect(page.getByRole("alert").getByRole("link", { name: text, exact: true })).toBeVisible();
}

/** The link in the newest mail to a person. */
async function mailedLink(shop, to) {
  let mail;
  await expect.poll(() => ([mail] = JSON.parse(shop.operate("mail", "--to", to, "--json"))).length).toBeGreaterThan(0);
  return new URL(/https?:\/\/\S+\/verify-email\?token=[\w.~-]+/.exec(mail.text)[0]);
}

test("a customer sees every missing field in order, and then has an account", async ({ open, shop }) => {
  await signUp(shop, "Cora Customer", "customer");
  const page = await open();
  await page.goto("/signup");
  await create(page);
  const summary = page.getByRole("alert").first();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Password must be at least 8 characters long",
    "Please select your account type",
    "Name is required",
    "Please enter a valid email address",
  ]);
  await expectAccessible(page);
  for (const [password, text] of [
    ["Ab1!", "Password must be at least 8 characters long"],
    ["abcdefg1!", "Password must contain at least one uppercase letter"],
    ["ABCDEFG1!", "Password must contain at least one lowercase letter"],
    ["Abcdefgh!", "Password must contain at least one number"],
    ["Abcdefg1", 'Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)'],
  ]) {
    await field(page, "Password").fill(password);
    await expectWrong(page, "Password", text);
  }
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm password").fill(`${PASSWORD}2`);
  await expectWrong(page, "Confirm password", "Passwords do not match");
  await field(page, "Confirm password").fill(PASSWORD);
  await expect(page.getByText("Passwords do not match")).toHaveCount(0);

  await summary.getByRole("link", { name: "Please select your account type" }).click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: /I want to buy/ })).toBeChecked();
  await field(page, "Your name").fill("Nina New");
  await field(page, "Email").fill(TAKEN_EMAIL);
  await create(page);
  await expectWrong(page, "Email", "An account with this email already exists");
  await expectAccessible(page);
  await expect(field(page, "Your name")).toHaveValue("Nina New");
  await expect(field(page, "Password")).toHaveValue(PASSWORD);
  await field(page, "Email").fill("nina@market.example");
  await create(page);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to Greenstall, Nina New!" })).toBeVisible();

  await test.step("the link in the mail verifies the address by a press, once", async () => {
    await expect(page.getByRole("region", { name: "Please verify your email address" })).toContainText("nina@market.example");
    await expectAccessible(page);
    const { pathname, search } = await mailedLink(shop, "nina@market.example");
    await page.goto(pathname + search);
    await expect(page.getByRole("heading", { name: "Is nina@market.example your email address?" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(page.getByText("Your email address is verified")).toBeVisible();
    await expect(page.getByRole("region", { name: "Please verify your email address" })).toHaveCount(0);
    await expectAccessible(page);
    const other = await open();
    await other.goto(pathname + search);
    await expect(other.getByText("Your email address is already verified")).toBeVisible();
  });
});

test("a merchant sees every missing field of the stall, and a ZIP fills in city and state", async ({ open, shop }) => {
  const page = await open();
  await page.goto("/signup?role=merchant");
  await expect(page.getByRole("radio", { name: /I want to sell/ })).toBeChecked();
  await field(page, "Your name").fill("Sam Seller");
  await field(page, "Email").fill("sam@market.example");
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm password").fill(PASSWORD);
  await create(page);
  const summary = page.getByRole("alert").first();
  const details = "Business name, phone number, and business description are required for merchants";
  await expect(summary.getByRole("link")).toHaveText([
    details, "Street address is required", "ZIP code is required", "City is required", "State is required",
  ]);
  await expectAccessible(page);
  await expectWrong(page, "Business name", details);
  await field(page, "Business name").fill("Corner Stall");
  await create(page);
  await expectWrong(page, "Phone number", details);
  await field(page, "Phone number").fill("(415) 555-0177");
  await create(page);
  await expect(field(page, "Business description")).toHaveAccessibleDescription(new RegExp(details));
  await field(page, "Business description").fill("Jam and pickles.");
  await field(page, "Street address").fill("5 Corner Street");

  await test.step("the ZIP", async () => {
    await field(page, "ZIP code").fill("941");
    await expectWrong(page, "ZIP code", "Please enter a valid ZIP code");
    await field(page, "ZIP code").fill("00000");
    await expect(page.getByText("Could not find location for this zip code. Please enter city and state yourself.").first()).toBeVisible();
    await expect(field(page, "City")).toBeEditable();
    await field(page, "City").fill("Nowhere");
    // The four digits after the five are cut.
    await field(page, "ZIP code").fill("94110-1234");
    await expect(field(page, "City")).toHaveValue("San Francisco");
    await expect(field(page, "State")).toHaveValue("CA");
    await expect(field(page, "City")).not.toBeEditable();
    await expect(field(page, "State")).not.toBeEditable();
  });

  await test.step("a reload keeps all but the password", async () => {
    await page.reload();
    await expect(field(page, "Business name")).toHaveValue("Corner Stall");
    await expect(field(page, "City")).toHaveValue("San Francisco");
    await expect(field(page, "Password")).toHaveValue("");
    await field(page, "Password").fill(PASSWORD);
    await field(page, "Confirm password").fill(PASSWORD);
  });

  await create(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to Greenstall, Sam Seller!" })).toBeVisible();
  await expect(page.getByText("Corner Stall has its stall now.", { exact: false })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const { address } = await call(shop, token, "GET", "/auth/me");
  expect(address).toMatchObject({ street: "5 Corner Street", city: "San Francisco", state: "CA", zipCode: "94110" });
  expect(address.latitude).toBeCloseTo(37.75, 1);
});

test("an unreachable server leaves the form as it is", async ({ open }) => {
  const page = await open();
  await page.goto("/signup?role=customer");
  await field(page, "Your name").fill("Una Unanswered");
  await field(page, "Email").fill("una@market.example");
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm password").fill(PASSWORD);
  await page.route("**/api/auth/signup", (route) => route.abort(), { times: 1 });
  await create(page);
  await expect(page.getByRole("alert").filter({ hasText: "An unexpected error occurred" })).toBeFocused();
  await page.route("**/api/auth/signup", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await create(page);
  await expect(page.getByRole("alert").filter({ hasText: "Signup failed" })).toBeFocused();
  await create(page);
  await expect(page).toHaveURL(/\/welcome$/);
});
