import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { sessionLost } from "@/api/client";
import { watchSession } from "@/api/session";
import { currentToken, storeToken } from "@/api/token";
import { addToCart, setCartOwner } from "@/lib/cart";
import { forgetCheckouts } from "@/lib/personalState";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { emptyCart } from "../../tests/cart";
import { open, openWith } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { customer, noProducts, product, tomatoes } from "../../tests/shop";

mockServer();

const UNREACHABLE = "We could not reach the shop.";

beforeEach(() => {
  setCartOwner(null);
  emptyCart();
  server.use(on.get("/products", noProducts));
});

it.each([
  ["a failing server", () => refusal(503, "Try again")],
  ["no network", () => HttpResponse.error()],
])("keeps the session and the cart over %s, and continues afterwards", async (_, failure) => {
  storeToken("t");
  setCartOwner(customer._id);
  addToCart(tomatoes.product, 2);
  server.use(on.get("/auth/me", failure));
  open("/welcome");
  expect(await screen.findByRole("heading", { level: 1, name: UNREACHABLE })).toBeVisible();
  expect(currentToken()).toBe("t");
  expect(localStorage.getItem(`cart:${customer._id}`)).toContain("San Marzano");
  server.use(on.get("/auth/me", customer));
  const page = within(screen.getByRole("main"));
  await userEvent.click(page.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: /^Welcome to Greenstall/ })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});

it("shows the account's cart on a public page while the session is unknown", async () => {
  storeToken("t");
  setCartOwner(customer._id);
  addToCart(tomatoes.product, 2);
  server.use(
    on.get("/auth/me", () => refusal(500, "Broken")),
    on.get("/products/{id}", product()),
  );
  open("/cart");
  expect(await screen.findByText(UNREACHABLE)).toBeVisible();
  expect(await screen.findByRole("link", { name: "San Marzano Tomatoes" })).toBeVisible();
  server.use(on.get("/auth/me", customer));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText(UNREACHABLE)).not.toBeInTheDocument());
  expect(screen.queryByRole("link", { name: "Login" })).not.toBeInTheDocument();
});

it("remembers the cart's owner over a reload", async () => {
  setCartOwner("c1");
  addToCart(tomatoes.product, 1);
  vi.resetModules();
  const fresh = await import("@/lib/cart");
  expect(fresh.cartItems()).toHaveLength(1);
  fresh.setCartOwner(null);
  expect(fresh.cartItems()).toHaveLength(0);
});

async function chooseLogout() {
  await userEvent.click(await screen.findByRole("button", { name: /Cora Ann Customer/ }));
  await userEvent.click(await screen.findByText("Logout"));
}

it.each([
  ["answers", () => HttpResponse.json({ success: true })],
  ["fails", () => HttpResponse.error()],
])("logs out here even if the server %s", async (_, answer) => {
  storeToken("t");
  const tokens: (string | null)[] = [];
  server.use(
    on.get("/auth/me", customer),
    http.post(at("/auth/logout"), ({ request }) => {
      tokens.push(request.headers.get("Authorization"));
      return answer();
    }),
  );
  open("/welcome");
  await chooseLogout();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(currentToken()).toBeNull();
  await waitFor(() => expect(tokens).toEqual(["Bearer t"]));
});

/** Data that a user leaves behind in a tab. */
function leaveTraces() {
  sessionStorage.setItem("form:message-k1", '{"content":"Do you have"}');
  const address = { shipping: { address: "2 Market Street" } };
  sessionStorage.setItem("checkout:c1", JSON.stringify({ method: "pickup", addresses: address }));
  localStorage.setItem("recentSearches", '["plums"]');
  localStorage.setItem("theme", "dark");
}
const traces = () => [localStorage, sessionStorage].flatMap((area) => Object.keys(area)).toSorted();

it.each([
  ["log out", () => chooseLogout(), []],
  ["are refused", () => void act(() => sessionLost("t")), ["checkout:c1"]],
  ["log out in another tab", () => otherTab(null), []],
])("drops a user's typed text when they %s, and keeps their cart", async (_, end, kept) => {
  storeToken("t");
  setCartOwner(customer._id);
  addToCart(tomatoes.product, 1);
  server.use(
    on.get("/auth/me", customer),
    http.post(at("/auth/logout"), () => HttpResponse.json({ success: true })),
  );
  const { client, router } = openWith("/welcome");
  const stop = watchSession(client, () => void router.invalidate());
  await screen.findByRole("heading", { level: 1, name: /Cora Ann/ });
  leaveTraces();
  await end();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(traces()).toEqual(["cart:c1", ...kept, "theme"]);
  stop();
});

it("drops the account's data when the server refuses the token of an opened page", async () => {
  storeToken("t");
  leaveTraces();
  server.use(on.get("/auth/me", () => refusal(401, "Please log in")));
  open("/login");
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  await waitFor(() => expect(traces()).toEqual(["checkout:c1", "theme"]));
});

it.each(["a\nb", "tökén", "t\u2028", ""])("drops a token that no call can carry: %j", async (token) => {
  localStorage.setItem("token", token);
  leaveTraces();
  // No session call is made.
  const { router } = openWith("/login");
  expect(await screen.findByRole("heading", { level: 1, name: /Log in|Welcome/ })).toBeVisible();
  expect(router.state.location.pathname).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
  expect(traces()).toEqual(["checkout:c1", "theme"]);
});

it("drops the previous account's checkout when another account logs in", async () => {
  storeToken("t");
  leaveTraces();
  server.use(on.get("/auth/me", { ...customer, _id: "c2", name: "Dan Other" }));
  open("/welcome");
  expect(await screen.findByRole("heading", { level: 1, name: /Dan Other/ })).toBeVisible();
  expect(sessionStorage.getItem("checkout:c1")).toBeNull();
});

it("keeps the payment of a paid checkout that has no order yet", () => {
  const payment = { intentId: "pi_1", clientSecret: "s", amounts: { total: 7 }, paid: true };
  const draft = { addresses: { shipping: {} }, payment: { ...payment, basis: "shipping.address=2 Market" } };
  sessionStorage.setItem("checkout:c1", JSON.stringify(draft));
  forgetCheckouts();
  expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toEqual({
    payment: { ...payment, basis: "" },
  });
});

function otherTab(token: string | null) {
  const oldValue = currentToken();
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "token", oldValue, newValue: token }));
  });
}

it("follows a log-out or another account's log-in in another tab", async () => {
  storeToken("t");
  server.use(on.get("/auth/me", customer));
  const { router, client } = openWith("/welcome");
  const stop = watchSession(client, () => void router.invalidate());
  expect(await screen.findByRole("heading", { level: 1, name: /Cora Ann/ })).toBeVisible();
  otherTab(null);
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  server.use(on.get("/auth/me", { ...customer, _id: "c2", name: "Dan Other" }));
  otherTab("t2");
  expect(await screen.findByRole("heading", { level: 1, name: /Dan Other/ })).toBeVisible();
  stop();
});

function network(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
}

it("reports that the browser is offline, and offers Retry for a product that failed to load", async () => {
  server.use(on.get("/products/{id}", () => HttpResponse.error()));
  network(false);
  open("/products/p1");
  expect(await screen.findByText("You are offline. What you see may be out of date.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Error loading product" })).toBeVisible();
  server.use(on.get("/products/{id}", product()));
  network(true);
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "San Marzano Tomatoes" })).toBeVisible();
});

it("shows no banner and a slim footer around a dashboard", async () => {
  storeToken("t");
  server.use(
    on.get("/auth/me", customer),
    purchases(() => []),
  );
  const router = open("/dashboard/customer?tab=orders");
  expect(await screen.findByRole("heading", { name: "No orders yet" })).toBeVisible();
  // The footer's code loads later.
  const slim = within(await screen.findByRole("contentinfo"));
  expect(slim.getByRole("link", { name: "About us" })).toBeVisible();
  expect(slim.getAllByRole("navigation")).toHaveLength(1);
  expect(screen.queryByText(/Free delivery/)).not.toBeInTheDocument();
  await act(() => router.navigate({ to: "/cart" }));
  expect(await screen.findByText(/Free delivery/)).toBeVisible();
  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByRole("link", { name: "About us" })).toBeVisible();
  expect(footer.getAllByRole("navigation").length).toBeGreaterThan(1);
});
