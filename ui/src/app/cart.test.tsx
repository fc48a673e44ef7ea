import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { addToCart, clearCart, setCartOwner } from "@/lib/cart";
import { on } from "../../tests/api";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, product, tomatoes } from "../../tests/shop";

mockServer();

beforeEach(() => {
  setCartOwner(null);
  clearCart();
  server.use(on.get("/products/{id}", product()), on.get("/auth/me", customer));
});

/** A visitor's cart with this many of the tomatoes at $3.50. */
const fill = (quantity: number) => addToCart(tomatoes.product, quantity);

it("says that it is empty, and where to go", async () => {
  open("/cart");
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Start Shopping" })).toHaveAttribute("href", "/products");
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(trail.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
});

it("loads while it is not known whose cart it is", async () => {
  storeToken("t");
  const answer = deferred<typeof customer>();
  server.use(on.get("/auth/me", () => answer.promise));
  open("/cart");
  expect(await screen.findByText("Loading cart...")).toBeVisible();
  answer.resolve(customer);
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
});

it("counts, estimates, and sends a visitor to log in", async () => {
  fill(2);
  const router = open("/cart");
  expect(await screen.findByRole("heading", { level: 1, name: "Shopping Cart 2 items" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");
  const summary = within(screen.getByRole("complementary", { name: "Order Summary" }));
  expect(summary.getByText("Add $43.00 more for free shipping!")).toBeVisible();
  for (const amount of ["$7.00", "$5.99", "$0.56"]) expect(summary.getByText(amount)).toBeVisible();
  // The total stands in the summary and in the bar below it.
  expect(summary.getAllByText("$13.55")).toHaveLength(2);
  expect(summary.getByText("Secure checkout guaranteed")).toBeVisible();
  await userEvent.click(await summary.findByRole("link", { name: "Sign in to Checkout" }));
  expect(router.state.location.href).toBe("/login?redirect=%2Fcart");
});

it("ships free above fifty dollars", async () => {
  fill(15);
  open("/cart");
  const summary = within(await screen.findByRole("complementary", { name: "Order Summary" }));
  expect(summary.getByText("Free")).toBeVisible();
  expect(summary.queryByText(/more for free shipping/)).not.toBeInTheDocument();
});
