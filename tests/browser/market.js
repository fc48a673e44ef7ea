// Creates a small market through the API: an approved merchant with products, one that waits for approval, and a
// customer who has bought, written messages and saved favorites.
import { call as callShop, signUp, signUpAdmin } from "./calls.js";

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

/** Creates an approved merchant at this address. */
export async function openStall(shop, admin, name, businessName, address = ADDRESS) {
  const business = { businessName, businessDescription: "Vegetables from the valley.", address };
  const merchant = await signUp(shop, name, "merchant", business);
  await callShop(shop, admin.token, "PUT", `/admin/users/${merchant.user._id}/approve`, { approved: true });
  return merchant;
}

/** Creates an approved product of a merchant; `more` has the fields that differ from vegetables by the pound. */
export async function list(shop, admin, merchant, name, price, quantity, more) {
  const { product } = await callShop(shop, merchant.token, "POST", "/products", goods(name, price, quantity, more));
  await callShop(shop, admin.token, "PUT", `/admin/products/${product._id}/approve`, { approved: true });
  return product;
}

/** Creates a stall with tomatoes for $3.50 a pound; returns their id. */
export async function furnishStall(shop) {
  const admin = await signUpAdmin(shop);
  const merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
  return (await list(shop, admin, merchant, "San Marzano Tomatoes", 3.5, 40))._id;
}

/** Creates the whole market; returns the ids and tokens that the screens need. */
export async function furnish(shop) {
  const admin = await signUpAdmin(shop);
  const call = (method, path, body, token) => callShop(shop, token, method, path, body);
  const merchant = await openStall(shop, admin, "Mara Meadows", "Meadow Farm");
  const waiting = { businessName: "Waiting Farm", businessDescription: "Vegetables, soon.", address: ADDRESS };
  await signUp(shop, "Walt Waits", "merchant", waiting);
  const customer = await signUp(shop, "Cora Customer", "customer");
  const tomatoes = await list(shop, admin, merchant, "San Marzano Tomatoes", 3.5, 40);
  await list(shop, admin, merchant, "Rainbow Chard", 2.75, 2);
  await list(shop, admin, merchant, "Winter Squash", 4.25, 0);
  const peas = await list(shop, admin, merchant, "Sugar Snap Peas", 5, 30);
  await call("POST", "/products", goods("Green Beans", 3, 10), merchant.token);

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
