// Waits for the demo shop, buys something as its customer, and waits until everything that follows has been traced:
// buy.mjs SHOP SPANS. The file SPANS gets a line for each span from the collector. Spans of before the purchase are removed.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [shop, file] = process.argv.slice(2);
const START_LIMIT = 600_000;
const TRACED_LIMIT = 60_000;
let token, position;

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (position) headers["greenstall-after"] = position;
  if (method !== "GET") headers["idempotency-key"] = randomUUID();
  const answer = await fetch(`${shop}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  position = answer.headers.get("greenstall-position") ?? position;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function until(limit, what, look) {
  for (const end = Date.now() + limit; Date.now() < end; await pause(250)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what}: not within ${limit / 1000} s`);
}

const spans = () =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

await until(START_LIMIT, "the shop is ready", () =>
  fetch(`${shop}/health/ready`).then((answer) => answer.ok, () => false),
);
({ token } = await call("POST", "/auth/login", { email: "shopper@greenstall.example", password: "Greenstall#1" }));
const { products } = await call("GET", "/products?limit=48&inStock=true&fulfillment=pickup");
const [product] = products.sort((one, other) => other.inventory.quantity - one.inventory.quantity);
// What the log-in has caused is over, and the first statements of each connection are prepared.
for (let times = 0; times < 3; times += 1) await call("GET", "/orders/customer");
await pause(2_500);
const began = BigInt(Date.now()) * 1_000_000n;

const quantity = 2;
const intent = await call("POST", "/payments/create-intent", {
  amount: Math.round(Math.round(product.price * 100) * quantity * 1.08 + 1e-6) / 100,
  currency: "usd",
  shipping: {
    firstName: "Cora",
    lastName: "Customer",
    email: "cora@market.example",
    phone: "",
    address: "2 Market Street",
    city: "Portland",
    state: "OR",
    zipCode: "97214",
    country: "US",
    deliveryMethod: "pickup",
    deliveryInstructions: "",
  },
  billing: { sameAsShipping: true },
  items: [{ id: product.id, quantity }],
});
const id = intent.paymentIntent.id;
const card = { number: "4242 4242 4242 4242", expMonth: 12, expYear: 2035, cvc: "123" };
await call("POST", `/payments/sandbox/${id}/confirm`, { clientSecret: intent.clientSecret, card });
await call("POST", "/orders/create", { paymentIntentId: id });
await call("GET", "/orders/customer");

const ofPurchase = (all) => all.filter((span) => BigInt(span.began) >= began);
const mine = await until(TRACED_LIMIT, "the order's letters are traced", async () => {
  const found = ofPurchase(spans());
  const placed = found.find((span) => span.name === "append OrderPlaced");
  const sent = found.filter((span) => span.name === "send mail");
  const viewed = found.some((span) => span.links.some(([, cause]) => cause === placed?.span));
  // Letters to the customer and to the merchant.
  return placed && viewed && sent.length >= 2 && found;
});
await pause(3_000);
const all = ofPurchase(spans());
writeFileSync(file, all.map((span) => JSON.stringify(span)).join("\n") + "\n");
console.log(`${all.length} spans (${mine.length} when the last letter was sent)`);
