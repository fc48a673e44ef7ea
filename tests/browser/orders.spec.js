// Follows an order live in the browsers of its customer and its merchant. All tests share one shop.
import { call, eventually, openAs } from "./calls.js";
import { expect, expectAccessible, PASSWORD, test } from "./shop.js";

test.use({ shopName: "orders" });

const PLUMS = "Santa Rosa Plums";
const JAM = "Plum Jam";
const ADDRESS = {
  firstName: "Cora", lastName: "Customer", email: "cora@orders.example", phone: "", address: "2 Market Street", apartment: "",
  city: "San Francisco", state: "CA", zipCode: "94110", country: "US",
};

let seller;
let buyer;
let admin;
let plums;
let jam;

async function list(shop, name, price, quantity) {
  const { product } = await call(shop, seller.token, "POST", "/products", {
    name, price, description: "From the old orchard.", category: "produce", subcategory: "Fruit", images: [], tags: [],
    isOrganic: false, inventory: { quantity, unit: "pound" },
    fulfillment: { method: "both", pickupInstructions: "Ring at the green gate.", deliveryOptions: { localDelivery: true, deliveryRadius: 25 } },
  });
  return product._id;
}

/** A pickup order of one pound of plums, paid with a test card. */
async function buy(shop) {
  const shipping = { ...ADDRESS, deliveryMethod: "pickup", deliveryInstructions: "" };
  const intent = await call(shop, buyer.token, "POST", "/payments/create-intent", {
    amount: 4.32, currency: "usd", shipping, billing: { ...ADDRESS, sameAsShipping: true },
    items: [{ id: plums, name: PLUMS, price: 4, quantity: 1 }],
  });
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2035, cvc: "123" };
  await call(shop, buyer.token, "POST", `/payments/sandbox/${intent.paymentIntent.id}/confirm`, { clientSecret: intent.clientSecret, card });
  const { order } = await call(shop, buyer.token, "POST", "/orders/create", { paymentIntentId: intent.paymentIntent.id });
  const orders = await eventually(
    () => call(shop, buyer.token, "GET", "/orders/customer"),
    (all) => all.some(({ parentNumber }) => parentNumber === order.orderNumber),
  );
  return orders.find(({ parentNumber }) => parentNumber === order.orderNumber);
}

test.beforeAll(async ({ shop }) => {
  shop.operate("admin", "create", "--email", "ada@orders.example", "--name", "Ada Admin", "--password", PASSWORD);
  const account = { password: PASSWORD, confirmPassword: PASSWORD };
  admin = await call(shop, null, "POST", "/auth/login", { email: "ada@orders.example", password: PASSWORD });
  buyer = await call(shop, null, "POST", "/auth/signup", { ...account, name: "Cora Customer", email: "cora@orders.example", role: "customer" });
  seller = await call(shop, null, "POST", "/auth/signup", {
    ...account, name: "Otto Orchard", email: "otto@orders.example", role: "merchant", phone: "(415) 555-0134",
    businessName: "Old Orchard", businessDescription: "Fruit.",
    address: { street: "1 Orchard Road", city: "San Francisco", state: "CA", zipCode: "94110", country: "United States" },
  });
  plums = await list(shop, PLUMS, 4, 40);
  jam = await list(shop, JAM, 6, 1);
  await call(shop, admin.token, "PUT", `/admin/users/${seller.user._id}/approve`, { approved: true });
  for (const id of [plums, jam]) await call(shop, admin.token, "PUT", `/admin/products/${id}/approve`, { approved: true });
  for (const id of [plums, jam]) {
    await eventually(() => fetch(`${shop.address}/api/products/${id}`), (answer) => answer.ok);
  }
});

test("an order is followed live, reviewed and bought again", async ({ open, shop }) => {
  const merchant = await openAs(open, seller, "/dashboard/merchant?tab=orders");
  await expect(merchant.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  const order = await buy(shop);
  const customer = await openAs(open, buyer, `/orders/${order._id}`);
  const row = merchant.getByRole("group", { name: `Order ${order.orderNumber}` });

  await test.step("the merchant sees the new order, and the customer each step, without a reload", async () => {
    await expect(customer.getByText("Waiting for Old Orchard to confirm")).toBeVisible();
    await expect(customer.getByText("Ring at the green gate.")).toBeVisible();
    await expectAccessible(customer);
    for (const [action, message] of [
      ["Confirm Order", "Old Orchard confirmed your order"],
      ["Start Preparing", "Old Orchard is preparing your order"],
      ["Ready for Pickup", "Ready for you to collect"],
      ["Mark as Delivered", "Collected. Enjoy!"],
    ]) {
      await row.getByRole("button", { name: action }).click();
      await expect(customer.getByText(message)).toBeVisible();
    }
    await expect(customer.getByRole("button", { name: "Cancel Order" })).toHaveCount(0);
  });

  await test.step("what was delivered is reviewed", async () => {
    await customer.getByRole("button", { name: `Write a review: ${PLUMS}` }).click();
    const dialog = customer.getByRole("dialog");
    await dialog.getByRole("radio", { name: "5 stars" }).check({ force: true });
    await dialog.getByLabel("Your review").fill("Sweet to the stone.");
    await expectAccessible(customer);
    await dialog.getByRole("button", { name: "Post review" }).click();
    await expect(customer.getByRole("link", { name: "You rated it 5 out of 5" })).toBeVisible();
    await expectAccessible(customer);
  });

  await test.step("on paper there is the order alone", async () => {
    await customer.emulateMedia({ media: "print" });
    await expect(customer.getByRole("banner")).toBeHidden();
    await expect(customer.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(customer.getByRole("heading", { level: 1 })).toBeVisible();
    await customer.emulateMedia({ media: "screen" });
  });

  await test.step("and bought again", async () => {
    await customer.getByRole("button", { name: `Reorder ${order.orderNumber}` }).click();
    await expect(customer).toHaveURL(/\/cart$/);
    await expect(customer.getByRole("article", { name: PLUMS })).toBeVisible();
  });
});

test("a question about an order is answered live", async ({ open, shop }) => {
  const order = await buy(shop);
  const customer = await openAs(open, buyer, `/orders/${order._id}`);
  const merchant = await openAs(open, seller, "/messages");
  await customer.getByRole("button", { name: "Contact Seller" }).click();
  await customer.getByRole("button", { name: "Send Message" }).click();
  await customer.getByRole("link", { name: "Go to the conversation" }).click();
  await expect(customer.getByRole("log")).toContainText(`Hi, I have a question about my order ${order.orderNumber}.`);
  await expect(merchant.getByRole("log")).toContainText(order.orderNumber);
  await merchant.getByLabel("Your message").fill("Of course, ask away.");
  await merchant.getByLabel("Your message").press("Enter");
  await expect(customer.getByRole("log")).toContainText("Of course, ask away.");
  await customer.getByLabel("Your message").fill("Is the gate open at noon?");
  await customer.getByRole("button", { name: "Send", exact: true }).click();
  await expect(merchant.getByRole("log")).toContainText("Is the gate open at noon?");
});

test("a changed price and a sold-out jar are settled before paying", async ({ open, shop }) => {
  const customer = await openAs(open, buyer, `/products/${jam}`);
  await customer.getByRole("button", { name: /add to cart/i }).first().click();
  await customer.goto(`/products/${plums}`);
  await customer.getByRole("button", { name: /add to cart/i }).first().click();
  await customer.goto("/cart");
  await expect(customer.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
  for (const [id, change] of [[plums, { price: 5 }], [jam, { quantity: 0 }]]) {
    const now = await call(shop, seller.token, "GET", `/products/${id}`);
    await call(shop, seller.token, "PUT", `/products/${id}`, {
      name: now.name, description: now.description, category: now.category, subcategory: now.subcategory, images: now.images, tags: now.tags,
      isOrganic: false, fulfillment: now.fulfillment, price: change.price ?? now.price,
      inventory: { ...now.inventory, quantity: change.quantity ?? now.inventory.quantity },
    });
  }
  await eventually(() => call(shop, null, "GET", `/products/${jam}`), ({ inventory }) => inventory.quantity === 0);
  await customer.goto("/checkout");
  await expect(customer.getByText("The price changed from $4.00 to $5.00.")).toBeVisible();
  await expect(customer.getByText("This product is out of stock.")).toBeVisible();
  await expectAccessible(customer);
  await customer.getByRole("button", { name: `Accept new price: ${PLUMS}` }).click();
  await customer.getByRole("button", { name: `Remove: ${JAM}` }).click();
  await expect(customer.getByRole("button", { name: "Proceed to Shipping · $" })).toBeEnabled();
});

test("a checkout continues after the next log-in when its session ends elsewhere", async ({ open, shop }) => {
  const customer = await openAs(open, buyer, `/products/${plums}`);
  await customer.getByRole("button", { name: /add to cart/i }).first().click();
  await customer.goto("/checkout");
  await customer.getByRole("radio", { name: /Store Pickup/ }).check();
  await customer.getByRole("button", { name: /Proceed to Shipping/ }).click();
  await customer.getByLabel("Address", { exact: true }).fill("2 Market Street");
  await customer.getByLabel("ZIP Code").fill("94110");
  await expect(customer.getByLabel("City")).toHaveValue("San Francisco");
  const elsewhere = await call(shop, null, "POST", "/auth/login", { email: "cora@orders.example", password: PASSWORD });
  const newPassword = `${PASSWORD}2`;
  await call(shop, elsewhere.token, "PUT", "/auth/password", { currentPassword: PASSWORD, newPassword });
  // Either the page's stream is closed or the next call is refused; both lead to the log-in.
  await customer.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(customer).toHaveURL(/\/login\?redirect=/);
  await customer.getByLabel("Email").fill("cora@orders.example");
  await customer.getByLabel("Password", { exact: true }).fill(newPassword);
  await customer.getByRole("button", { name: "Log in" }).click();
  await expect(customer).toHaveURL(/\/checkout\?step=2/);
  await expect(customer.getByLabel("Address", { exact: true })).toHaveValue("2 Market Street");
  await customer.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(customer.getByRole("heading", { name: "Secure Payment" })).toBeVisible();
  // The log-out leaves nothing of the checkout behind. The checkout's header has no menu.
  await customer.goto("/");
  await customer.getByRole("button", { name: /Cora Customer/ }).click();
  await customer.getByText("Logout").click();
  await expect(customer.getByRole("link", { name: "Login" })).toBeVisible();
  expect(await customer.evaluate(() => Object.keys(sessionStorage).filter((key) => /^(form|checkout):/.test(key)))).toEqual([]);
});
