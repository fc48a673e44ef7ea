// An admin decides by keyboard alone; a rejected product is resubmitted, and the admin sees the changes.
import { call, openAs, signUp, signUpAdmin } from "./calls.js";
import { openStall } from "./market.js";
import { expect, expectAccessible, expectAccessibleEverywhere, PASSWORD, test } from "./shop.js";

test.use({ shopName: "approval" });

const ADDRESS = { street: "1 Field Road", city: "San Francisco", state: "CA", zipCode: "94110" };
/** A 2×2 pixel picture. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4wcUFRAwQCgAbFgNxOExuRAAAAABJRU5ErkJggg==";
/** One page with a green square. The xref table holds the byte offset of each object. */
const PDF = (() => {
  const drawing = "0 0.5 0 rg 50 50 100 100 re f";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>/Contents 4 0 R>>",
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const entries = ["0000000000 65535 f \n"];
  for (const [index, object] of objects.entries()) {
    entries.push(`${String(file.length).padStart(10, "0")} 00000 n \n`);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${entries.length}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return `${file}xref\n0 ${entries.length}\n${entries.join("")}${trailer}`;
})();

let admin;
let merchant;

/** Lists a product that waits for approval. */
async function offer(shop, name, more) {
  const { product } = await call(shop, merchant.token, "POST", "/products", {
    name, price: 3, description: "Sown in spring.", category: "produce", subcategory: "Vegetables", images: [],
    inventory: { quantity: 10, unit: "pound" }, fulfillment: { method: "pickup-only" }, tags: [], ...more,
  });
  return product._id;
}

/** The color in the middle of a canvas: red, green, blue, alpha. */
const middleOf = (canvas) =>
  canvas.evaluate((at) => [...at.getContext("2d").getImageData(at.width / 2, at.height / 2, 1, 1).data]);

/** Lists a product with an organic certificate that waits for approval. */
async function offerOrganic(shop, name, file, fileName) {
  const form = new FormData();
  form.append("certificate", file, fileName);
  const { url, filename, originalName } = await call(shop, merchant.token, "POST", "/upload/organic-certificate", form);
  await offer(shop, name, { isOrganic: true, organicCertificate: { url, filename, originalName } });
}

test.beforeAll(async ({ shop }) => {
  admin = await signUpAdmin(shop);
  merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
  await signUp(shop, "Walt Waits", "merchant", { businessName: "Waiting Farm", businessDescription: "Roots, soon.", address: ADDRESS });
  await offerOrganic(shop, "Kale", new Blob([Buffer.from(PNG, "base64")], { type: "image/png" }), "Organic.png");
  await offerOrganic(shop, "Leeks", new Blob([PDF], { type: "application/pdf" }), "Organic.pdf");
  await offer(shop, "Chard");
});

const title = (page, name) => page.getByRole("heading", { level: 3, name, exact: true });
const press = (page, key) => page.keyboard.press(key);

test("an admin decides by keyboard alone, and sees the merchant's changes", async ({ open }) => {
  const page = await openAs(open, admin, "/dashboard/admin");
  const seller = await openAs(open, merchant, "/dashboard/merchant");
  const dialog = page.getByRole("alertdialog");

  await test.step("approves a merchant and is led to the certificates", async () => {
    await expect(title(page, "Waiting Farm")).toBeVisible();
    await expect(page.getByText("Roots, soon.")).toBeVisible();
    await expectAccessibleEverywhere(page);
    await press(page, "a");
    await expect(dialog.getByRole("button", { name: "Approve" })).toBeFocused();
    await press(page, "Enter");
    await expect(title(page, "Kale")).toBeFocused();
    await expect(page.getByText("Waiting Farm was approved. 5 left.")).toBeVisible();
  });

  await test.step("sees certificates in place, a picture and a PDF, and opens the PDF", async () => {
    const image = page.getByRole("img", { name: "Certificate Organic.png" });
    await expect(image).toHaveJSProperty("naturalWidth", 2);
    await expectAccessibleEverywhere(page);
    await press(page, "a");
    await press(page, "Enter");
    await expect(title(page, "Leeks")).toBeFocused();
    const drawn = page.getByRole("img", { name: "Certificate Organic.pdf, page 1 of 1" });
    await expect.poll(() => middleOf(drawn)).toEqual([0, 128, 0, 255]);
    await expectAccessibleEverywhere(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download certificate" }).press("Enter");
    expect((await saved).suggestedFilename()).toBe("Organic.pdf");
  });

  await test.step("walks on, and rejects a product with a reason", async () => {
    await press(page, "j");
    await expect(title(page, "Kale")).toBeFocused();
    await press(page, "j");
    await expect(title(page, "Leeks")).toBeFocused();
    await press(page, "k");
    await expect(title(page, "Kale")).toBeFocused();
    await press(page, "r");
    const reason = dialog.getByRole("textbox", { name: "Reason" });
    await expect(reason).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
    await expectAccessibleEverywhere(page);
    // These letters are shortcuts elsewhere.
    await page.keyboard.type("Just say a bit more, and keep it real.");
    await press(page, "Tab");
    await press(page, "Tab");
    await expect(dialog.getByRole("button", { name: "Reject" })).toBeFocused();
    await press(page, "Enter");
    await expect(page.getByText("Kale was rejected. 3 left.")).toBeVisible();
    await expect(title(page, "Leeks")).toBeFocused();
  });

  await test.step("approves the next one by keyboard", async () => {
    await press(page, "a");
    await press(page, "Enter");
    await expect(title(page, "Chard")).toBeFocused();
  });

  await test.step("the merchant reads why, changes it and hands it in again", async () => {
    await seller.reload();
    await expect(seller.getByRole("table").getByText("Just say a bit more, and keep it real.")).toBeVisible();
    await seller.getByRole("link", { name: "Edit Kale" }).click();
    await seller.getByLabel("Description").fill("Sown in autumn, picked at dawn.");
    await seller.getByRole("button", { name: "Save and Resubmit" }).click();
    await expect(seller.getByText("Product updated successfully!")).toBeVisible();
  });

  await test.step("the admin sees the difference and approves", async () => {
    await page.goto("/dashboard/admin?show=product");
    await page.getByRole("link", { name: /^Kale/ }).press("Enter");
    const changes = page.getByRole("region", { name: "What changed" });
    await expect(changes.getByText("Rejected because: Just say a bit more, and keep it real.")).toBeVisible();
    await expect(changes.getByRole("deletion")).toContainText(["spring"]);
    await expect(changes.getByRole("insertion")).toContainText(["autumn, picked at dawn"]);
    await expectAccessibleEverywhere(page);
    await press(page, "a");
    await press(page, "Enter");
    await expect(page.getByText("Kale was approved. 1 left.")).toBeVisible();
    await seller.reload();
    await expect(seller.getByRole("row").filter({ hasText: "Kale" }).getByText("Live")).toBeVisible();
  });
});

test("a certificate is rejected, handed in again and approved", async ({ open, shop }) => {
  await offerOrganic(shop, "Rocket", new Blob([PDF], { type: "application/pdf" }), "Rocket.pdf");
  const page = await openAs(open, admin, "/dashboard/admin?show=certificate");
  await page.getByRole("link", { name: /^Rocket/ }).click();
  await page.getByRole("button", { name: "Reject the certificate of Rocket" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "The certificate has expired." }).click();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("The certificate has expired.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText(/^The certificate of Rocket was rejected\./)).toBeVisible();

  const seller = await openAs(open, merchant, "/dashboard/merchant");
  const row = seller.getByRole("row").filter({ hasText: "Rocket" });
  await expect(row.getByText("The certificate has expired.")).toBeVisible();
  await row.getByRole("button", { name: "Resubmit Certificate of Rocket" }).click();
  await seller.getByRole("alertdialog").getByRole("button", { name: "Resubmit Certificate" }).click();
  await expect(seller.getByText("Organic certificate resubmitted for review!")).toBeVisible();
  await expect(row.getByText("Under Review").first()).toBeVisible();
  await expect(row.getByRole("button", { name: "Resubmit Certificate of Rocket" })).toHaveCount(0);

  await page.goto("/dashboard/admin?show=certificate");
  await page.getByRole("link", { name: /^Rocket/ }).click();
  await page.getByRole("button", { name: "Approve the certificate of Rocket" }).click();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/^The certificate of Rocket was approved\./)).toBeVisible();
  await seller.reload();
  await expect(row.getByText("Certified")).toBeVisible();
});

test("a merchant deactivated during an edit is told so, and nothing is saved", async ({ open, shop }) => {
  const seller = await openStall(shop, admin, "Dora Done", "Done Farm");
  const page = await openAs(open, seller, "/dashboard/merchant?tab=add");
  await page.getByLabel("Name", { exact: true }).fill("Late Leeks");
  await call(shop, admin.token, "DELETE", `/admin/users/${seller.user._id}`);
  // Either the page's stream ends or the next call is refused; both lead to the log-in.
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByLabel("Email").fill("dora@market.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText("This account has been deactivated. Please contact support.");
  const { products } = await call(shop, admin.token, "GET", "/admin/products?search=Late");
  expect(products).toEqual([]);
});

test("an item that another admin decided disappears with a message", async ({ open, shop }) => {
  const beans = await offer(shop, "Beans");
  await offer(shop, "Peas");
  const page = await openAs(open, admin, `/dashboard/admin?show=product&review=product:${beans}`);
  await expect(title(page, "Beans")).toBeVisible();
  await call(shop, admin.token, "PUT", `/admin/products/${beans}/approve`, { approved: true });
  await press(page, "a");
  await press(page, "Enter");
  await expect(page.getByText("Beans: This product has already been reviewed")).toBeVisible();
  await expect(title(page, "Beans")).toHaveCount(0);
  await expect(title(page, "Peas")).toBeFocused();
});

test("on a phone the list and the item are separate views", async ({ open, shop }) => {
  await offer(shop, "Turnips");
  const page = await openAs(open, admin, "/dashboard/admin?show=product");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("link", { name: /^Turnips/ }).click();
  await expect(title(page, "Turnips")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve Turnips" })).toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Waiting for a decision" })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("link", { name: /^Turnips/ })).toBeVisible();
  await expect(title(page, "Turnips")).toHaveCount(0);
});

test("the link of a product's detail opens its review, on whichever page of the inbox it stands", async ({ open, shop }) => {
  // More than a page of the inbox.
  for (let number = 1; number <= 30; number += 1) await offer(shop, `Squash ${number}`);
  const page = await openAs(open, admin, "/dashboard/admin?tab=products");
  await page.getByRole("link", { name: "Squash 30", exact: true }).click();
  await page.getByRole("dialog", { name: "Squash 30" }).getByRole("link", { name: "Review in the inbox" }).click();
  await expect(title(page, "Squash 30")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve Squash 30" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/^Squash 30 was approved\./)).toBeVisible();
  await expect(title(page, "Squash 30")).toHaveCount(0);
  await expect(page.locator("#review-title")).toBeFocused();
});
