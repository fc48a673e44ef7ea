import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { addToCart, setCartOwner } from "@/lib/cart";
import { on } from "../../tests/api";
import { emptyCart } from "../../tests/cart";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, noProducts, product, tomatoes } from "../../tests/shop";

mockServer();

beforeEach(() => {
  setCartOwner(null);
  emptyCart();
  server.use(on.get("/products/{id}", product()), on.get("/auth/me", customer));
});

/** A visitor's cart with this quantity of tomatoes at $3.50. */
const fill = (quantity: number) => addToCart(tomatoes.product, quantity);
/** A visitor's cart with tomatoes, pears and plums. */
function fillThree() {
  fill(1);
  for (const name of ["Pears", "Plums"]) addToCart({ ...tomatoes.product, _id: name, name });
}
const lines = async () =>
  within(await screen.findByRole("list", { name: "Cart items" }))
    .getAllByRole("article")
    .map((line) => line.getAttribute("aria-label"));
const line = (name: string) => screen.getByRole("article", { name });

it("shows an empty cart with a link to the products", async () => {
  open("/cart");
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Start Shopping" })).toHaveAttribute("href", "/products");
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(trail.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
});

it("shows a loading state until the session is known", async () => {
  storeToken("t");
  const answer = deferred<typeof customer>();
  server.use(on.get("/auth/me", () => answer.promise));
  open("/cart");
  expect(await screen.findByText("Loading cart...")).toBeVisible();
  answer.resolve(customer);
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
});

it("shows quantities and an estimate, and sends a visitor to the log-in", async () => {
  fill(2);
  const router = open("/cart");
  expect(await screen.findByRole("heading", { level: 1, name: "Shopping Cart 2 items" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");
  const summary = within(screen.getByRole("complementary", { name: "Order Summary" }));
  expect(summary.getByText("Add $43.00 more for free shipping!")).toBeVisible();
  for (const amount of ["$7.00", "$5.99", "$0.56"]) expect(summary.getByText(amount)).toBeVisible();
  // The summary and the bar below it both show the total.
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

it("restores a removed line by the next Tab, and continues from its place with the one after", async () => {
  fillThree();
  open("/cart");
  expect(await lines()).toEqual(["San Marzano Tomatoes", "Pears", "Plums"]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Pears" }));
  expect(await lines()).toEqual(["San Marzano Tomatoes", "Plums"]);
  await waitFor(() => expect(line("Plums")).toHaveFocus());
  const undo = await screen.findByRole("button", { name: "Undo" });
  await userEvent.tab();
  expect(undo).toHaveFocus();
  await userEvent.tab();
  expect(within(line("Plums")).getByRole("link", { name: "Plums" })).toHaveFocus();
  // Undo takes one Tab; from now on Tab moves on as usual.
  await userEvent.tab();
  expect(undo).not.toHaveFocus();
  undo.focus();
  await userEvent.tab({ shift: true });
  expect(line("Plums")).toContainElement(document.activeElement as HTMLElement);
});

it("marks the merchant's own goods, added before the log-in", async () => {
  storeToken("t");
  server.use(on.get("/auth/me", { ...customer, _id: "m1" }));
  open("/cart");
  await waitFor(() => expect(localStorage.getItem("cart-owner")).toBe("m1"));
  fill(1);
  expect(await screen.findByText("You cannot buy your own products.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Remove: San Marzano Tomatoes" }));
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
});

it("restores the focus after Undo", async () => {
  fillThree();
  open("/cart");
  expect(await lines()).toHaveLength(3);
  await userEvent.click(screen.getByRole("button", { name: "Remove Plums" }));
  await waitFor(() => expect(line("Pears")).toHaveFocus());
  await screen.findByRole("button", { name: "Undo" });
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(await lines()).toEqual(["San Marzano Tomatoes", "Pears", "Plums"]);
  expect(line("Pears")).toHaveFocus();
});

it("offers Undo for the last line as well", async () => {
  // The focus moves to Start Shopping, whose link preloads its data.
  server.use(on.get("/products", noProducts));
  fill(1);
  open("/cart");
  await userEvent.click(await screen.findByRole("button", { name: "Remove San Marzano Tomatoes" }));
  expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  const undo = await screen.findByRole("button", { name: "Undo" });
  await userEvent.tab();
  expect(undo).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await lines()).toEqual(["San Marzano Tomatoes"]);
});
