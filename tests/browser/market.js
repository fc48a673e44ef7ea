// A small market, made through the interface: one approved merchant with goods, one that waits, and a customer who has
// bought, written and saved.
import { PASSWORD } from "./shop.js";

const ADMIN = "ada@market.example";
export const CARD = { number: "4242 4242 4242 4242", expMonth: 12, expYear: 2035, cvc: "123" };

const ADDRESS = { street: "1 Field Road", city: "San Francisco", state: "CA", zipCode: "94110" };
const SHIPPING = {
  firstName: "Cora",
  lastName: "Customer",
  email: "cora@market.example",
  phone: "(415) 555-0101",
  address: "2 Market Street",
  apartment: "",
  city: "San Francisco",
  state: "CA",
  zipCode: "94110",
  country: "US",
  deliveryInstructions: "",
  deliveryMethod: "pickup",
};

const goods = (name, price, quantity, more = {}) => ({
  name,
  price,
  description: `${name}, from our own field.`,
  category: "produce",
  subcategory: "Vegetables",
  images: [],
  inventory: { quantity, unit: "pound", lowStockThreshold: 3 },
  fulfillment: { method: "both", deliveryOptions: { deliveryFee: 3, deliveryRadius: 25 } },
  isLocallySourced: true,
  tags: ["field"],
  ...more,
});

/** Answers the ids and the tokens that the screens need. */
export async function furnish({ address, operate }) {
  operate("admin", "create", "--email", ADMIN, "--name", "Ada Admin", "--password", PASSWORD);
  let position;
  async function call(method, path, body, token) {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(position && { "Greenstall-After": position }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    position = answer.headers.get("Greenstall-Position") ?? position;
    return text ? JSON.parse(text) : {};
  }
  const signUp = (name, role, more) =>
    call("POST", "/auth/signup", {
      name,
      role,
      email: `${name.split(" ")[0].toLowerCase()}@market.example`,
      password: PASSWORD,
      phone: "(415) 555-0134",
      ...more,
    });
  const business = (businessName) => ({
    businessName,
    businessDescription: "Vegetables from the valley.",
    address: ADDRESS,
  });

  const merchant = await signUp("Mara Meadows", "merchant", business("Meadow Farm"));
  await signUp("Walt Waits", "merchant", business("Waiting Farm"));
  const customer = await signUp("Cora Customer", "customer");
  const admin = await call("POST", "/auth/login", { email: ADMIN, password: PASSWORD });
  await call("PUT", `/admin/users/${merchant.user._id}/approve`, { approved: true }, admin.token);
  const products = [];
  for (const [name, price, quantity] of [
    ["San Marzano Tomatoes", 3.5, 40],
    ["Rainbow Chard", 2.75, 2],
    ["Winter Squash", 4.25, 0],
    ["Sugar Snap Peas", 5, 30],
  ]) {
    const { product } = await call("POST", "/products", goods(name, price, quantity), merchant.token);
    await call("PUT", `/admin/products/${product._id}/approve`, { approved: true }, admin.token);
    products.push(product);
  }
  await call("POST", "/products", goods("Green Beans", 3, 10), merchant.token);

  const [tomatoes, , , peas] = products;
  const buy = async (product) => {
    const intent = await call(
      "POST",
      "/payments/create-intent",
      {
        amount: Math.round(product.price * 108) / 100,
        currency: "usd",
        shipping: SHIPPING,
        billing: { sameAsShipping: true },
        items: [{ id: product._id, name: product.name, price: product.price, quantity: 1 }],
      },
      customer.token,
    );
    const { id } = intent.paymentIntent;
    await call("POST", `/payments/sandbox/${id}/confirm`, { clientSecret: intent.clientSecret, card: CARD }, customer.token);
    await call("POST", "/orders/create", { paymentIntentId: id }, customer.token);
    return id;
  };
  const paid = await buy(peas);
  await call(
    "POST",
    "/messages/start",
    {
      merchantId: merchant.user._id,
      productId: tomatoes._id,
      subject: "Tomatoes for Friday",
      initialMessage: "Do you have ten pounds on Friday?",
    },
    customer.token,
  );
  await call("POST", `/users/favorites/${tomatoes._id}`, undefined, customer.token);
  const orders = await call("GET", "/orders/customer", undefined, customer.token);
  const conversations = await call("GET", "/messages", undefined, customer.token);
  return {
    tokens: { customer: customer.token, merchant: merchant.token, admin: admin.token },
    merchant: merchant.user._id,
    product: tomatoes._id,
    paid,
    order: orders[0]._id ?? orders[0].orders[0]._id,
    conversation: conversations[0]._id,
  };
}
