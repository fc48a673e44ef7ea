// API calls of the specs: they prepare the data that a screen needs and check the results.
import { expect, PASSWORD } from "./shop.js";

/** The last position of each shop. A read that sends it sees all earlier writes. */
const positions = new Map();

/** Calls the API with a token, or without one as a visitor. An error answer fails the test. */
export async function call({ address }, token, method, path, body) {
  const position = positions.get(address);
  const upload = body instanceof FormData;
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(!upload && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(position && { "Greenstall-After": position }),
    },
    body: upload ? body : body && JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  positions.set(address, answer.headers.get("Greenstall-Position") ?? position);
  return text && JSON.parse(text);
}

/** Repeats a read until its answer passes the check: the views follow the log with a short delay. */
export async function eventually(read, isThere) {
  let answer;
  await expect.poll(async () => isThere((answer = await read())), { timeout: 20_000 }).toBeTruthy();
  return answer;
}

/** Creates an account; returns `{ token, user }`. The e-mail address begins with the first name. */
export const signUp = (shop, name, role, more) =>
  call(shop, null, "POST", "/auth/signup", {
    name,
    role,
    email: `${name.split(" ")[0].toLowerCase()}@market.example`,
    password: PASSWORD,
    phone: "(415) 555-0134",
    ...more,
  });

/** Creates an admin and logs in as it. */
export function signUpAdmin(shop) {
  const email = "ada@market.example";
  shop.operate("admin", "create", "--email", email, "--name", "Ada Admin", "--password", PASSWORD);
  return call(shop, null, "POST", "/auth/login", { email, password: PASSWORD });
}

/** Opens a page with a person's session. A reload does not restore a session that has ended. */
export async function openAs(open, { token }, path) {
  const page = await open();
  await page.addInitScript((value) => {
    if (sessionStorage.getItem("was-here")) return;
    sessionStorage.setItem("was-here", "yes");
    localStorage.setItem("token", value);
  }, token);
  await page.goto(path);
  return page;
}

/** A customer's orders. */
export const ordersOf = (shop, { token }) => call(shop, token, "GET", "/orders/customer");
