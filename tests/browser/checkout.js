// Steps of a checkout in the browser, up to the payment.
import { expect } from "./shop.js";

/** Puts a product into the cart and goes to step 2, for pickup. */
export async function toShipping(page, product) {
  await page.goto(`/products/${product}`);
  await page.getByRole("button", { name: /add to cart/i }).first().click();
  await expect(page.getByText("Added to Cart!").first()).toBeVisible();
  await page.goto("/checkout");
  await page.getByRole("radio", { name: /Store Pickup/ }).check();
  await page.getByRole("button", { name: /Proceed to Shipping/ }).click();
}

/** Fills in step 2. */
export async function fillAddress(page) {
  await page.getByLabel("Address", { exact: true }).fill("2 Market Street");
  await page.getByLabel("ZIP Code").fill("94110");
  await expect(page.getByLabel("City")).toHaveValue("San Francisco");
}

/** Goes from the product to the card form. */
export async function toPayment(page, product) {
  await toShipping(page, product);
  await fillAddress(page);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Secure Payment" })).toBeVisible();
}

/** Types a test card of the sandbox. */
export async function typeCard(page, number) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12 / 35");
  await page.getByLabel("Security code").fill("123");
}

export const payButton = (page) => page.getByRole("button", { name: /^Pay \$/ });

/** The order number that the confirmation shows. */
export async function confirmedNumber(page) {
  await expect(page.getByRole("heading", { name: "Order Confirmed" })).toBeVisible();
  return page.locator("main").getByText(/^GS-\d{6}-[A-Z0-9]{5}$/).first().textContent();
}
