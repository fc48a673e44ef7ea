// A double of Stripe for browser tests: the part of its API that the shop calls, on a local port, and a small
// Stripe.js.
import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";

const WEBHOOK_SECRET = "whsec_browser";
export const PUBLISHABLE_KEY = "pk_live_browser";
/** Stripe's answers to special cards; it accepts every other card. */
const CARDS = {
  "4000000000000002": { error: { type: "card_error", message: "Your card was declined." } },
  "4000000000009995": { error: { type: "card_error", message: "Your card has insufficient funds." } },
};

/** The settings of a shop that uses this double. */
export const settingsFor = ({ address }) => ({
  GREENSTALL_PAYMENTS__PROVIDER: "stripe",
  GREENSTALL_PAYMENTS__STRIPE__SECRET_KEY: "sk_live_browser",
  GREENSTALL_PAYMENTS__STRIPE__PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  GREENSTALL_PAYMENTS__STRIPE__WEBHOOK_SECRET: WEBHOOK_SECRET,
  GREENSTALL_PAYMENTS__STRIPE__API_BASE: address,
});

/** Starts the double; `intents` has every payment, `refunds` every refund. */
export async function startStripe() {
  const intents = new Map();
  const refunds = [];
  const idempotent = new Map();
  const since = () => Math.floor(Date.now() / 1000);

  function openIntent(form) {
    const id = `pi_${randomUUID().replaceAll("-", "")}`;
    const intent = {
      id, object: "payment_intent", status: "requires_payment_method", client_secret: `${id}_secret_1`,
      amount: Number(form.get("amount")), currency: form.get("currency"), created: since(), livemode: true,
      metadata: { checkout: form.get("metadata[checkout]") },
    };
    intents.set(id, intent);
    return intent;
  }
  function cancel(intent) {
    if (intent.status === "succeeded") return [400, { error: { type: "invalid_request_error", message: "It is paid." } }];
    intent.status = "canceled";
    return [200, intent];
  }
  function refund(form) {
    const made = {
      id: `re_${randomUUID().replaceAll("-", "")}`, object: "refund", status: "succeeded", amount: Number(form.get("amount")),
      payment_intent: form.get("payment_intent"), metadata: { key: form.get("metadata[key]") },
    };
    refunds.push(made);
    return made;
  }
  function answer(method, path, form) {
    const [, resource, id, action] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = intents.get(id);
    if (resource === "payment_intents" && id) {
      if (!intent) return [404, { error: { type: "invalid_request_error", message: "No such payment_intent" } }];
      return action === "cancel" ? cancel(intent) : [200, intent];
    }
    if (resource === "payment_intents") {
      return [200, method === "POST" ? openIntent(form) : { object: "list", data: [...intents.values()].reverse(), has_more: false }];
    }
    if (resource === "refunds" && method === "POST") return [200, refund(form)];
    return [200, { object: "list", data: refunds.filter((made) => made.payment_intent === form.get("payment_intent")), has_more: false }];
  }

  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url, "http://stripe");
      const form = request.method === "POST" ? new URLSearchParams(Buffer.concat(chunks).toString()) : searchParams;
      const key = request.headers["idempotency-key"];
      const [status, body] = idempotent.get(key) ?? answer(request.method, pathname, form);
      if (key) idempotent.set(key, [status, body]);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    intents,
    refunds,
    /** Confirms a payment as Stripe's own page does; returns the same as `confirmPayment`. */
    confirm(clientSecret, card) {
      const intent = intents.get(clientSecret.split("_secret_")[0]);
      if (intent.status === "succeeded" || intent.status === "canceled") {
        return { error: { type: "invalid_request_error", message: "This payment is over." } };
      }
      const refused = CARDS[card];
      if (refused) return refused;
      intent.status = "succeeded";
      return { paymentIntent: intent };
    },
    /** Sends the shop a webhook about a succeeded payment; returns the status of the shop's answer. */
    async tellPaid(shop, intent) {
      const body = JSON.stringify({
        id: `evt_${randomUUID()}`, object: "event", type: "payment_intent.succeeded", created: since(), livemode: true, data: { object: intent },
      });
      const seconds = since();
      const signature = createHmac("sha256", WEBHOOK_SECRET).update(`${seconds}.${body}`).digest("hex");
      const headers = { "Content-Type": "application/json", "Stripe-Signature": `t=${seconds},v1=${signature}` };
      return (await fetch(`${shop.address}/api/webhooks/stripe`, { method: "POST", headers, body })).status;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * The part of Stripe.js that the shop uses: a Payment Element that takes a card number, and the calls that pay with
 * it.
 */
const STRIPE_JS = `
window.Stripe = (key) => {
  const call = async (path, body) =>
    (await fetch("https://api.stripe.com" + path, { method: "POST", body: JSON.stringify({ key, ...body }) })).json();
  return {
    _registerWrapper() {},
    registerAppInfo() {},
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    elements({ clientSecret }) {
      const listeners = {};
      let field;
      const element = {
        on(event, listener) { listeners[event] = listener; return element; },
        off(event) { delete listeners[event]; return element; },
        once() { return element; },
        update() {},
        mount(at) {
          const label = document.createElement("label");
          label.textContent = "Card of Stripe ";
          field = document.createElement("input");
          field.addEventListener("input", () => listeners.change?.({ empty: field.value === "" }));
          label.append(field);
          at.append(label);
          listeners.ready?.(element);
        },
        destroy() { field?.closest("label").remove(); },
      };
      return {
        clientSecret,
        create: () => element,
        getElement: () => element,
        update() {},
        submit: async () => ({}),
        card: () => field.value.replaceAll(" ", ""),
      };
    },
    retrievePaymentIntent: (clientSecret) => call("/retrieve", { clientSecret }),
    confirmPayment: async ({ elements, confirmParams }) => {
      const card = elements.card();
      if (card.length < 16) return { error: { type: "validation_error", message: "Incomplete" } };
      return call("/confirm", { clientSecret: elements.clientSecret, card, returnUrl: confirmParams.return_url });
    },
  };
};`;

/** Answers the page's requests to Stripe with this double; `calls` records the page's calls. */
export async function serveStripe(page, stripe) {
  const calls = [];
  await page.route("https://js.stripe.com/**", (route) => {
    calls.push("script");
    return route.fulfill({ contentType: "text/javascript", body: STRIPE_JS });
  });
  await page.route("https://api.stripe.com/**", (route) => {
    const confirmation = JSON.parse(route.request().postData());
    const path = new URL(route.request().url()).pathname;
    calls.push(confirmation);
    const intent = stripe.intents.get(confirmation.clientSecret.split("_secret_")[0]);
    const body = path === "/confirm" ? stripe.confirm(confirmation.clientSecret, confirmation.card) : { paymentIntent: intent };
    return route.fulfill({ json: body, headers: { "Access-Control-Allow-Origin": "*" } });
  });
  return calls;
}
