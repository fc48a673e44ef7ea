import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { on, refusal } from "../../tests/api";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, product, productPage } from "../../tests/shop";

mockServer();

const anyHeart = () => screen.queryByRole("button", { name: /San Marzano Tomatoes (to|from) favorites/ });

it("links to every category and to all products", async () => {
  server.use(on.get("/products", productPage([product()])));
  open("/");
  expect(await screen.findByRole("heading", { name: "Popular Products" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign Up" })).toBeVisible();
  const categories = within(screen.getByRole("region", { name: "Shop by Category" }));
  expect(categories.getAllByRole("link")).toHaveLength(16);
  expect(categories.getByRole("link", { name: /^Prepared foods/i })).toHaveAttribute(
    "href",
    "/products?category=prepared-foods",
  );
  for (const link of screen.getAllByRole("link", { name: "View All Products" }))
    expect(link).toHaveAttribute("href", "/products");
});

it("reports an empty popular list, and retries after a failure", async () => {
  server.use(on.get("/products", () => refusal(503, "Later")));
  open("/");
  const text = "No popular products found in your area yet. Check back soon!";
  expect(await screen.findByRole("heading", { name: text }, { timeout: 10_000 })).toBeVisible();
  server.use(on.get("/products", productPage([product()])));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "San Marzano Tomatoes" })).toBeVisible();
});

it("keeps the result of the last of several quick presses on a heart", async () => {
  storeToken("t");
  const sent: string[] = [];
  const hearts = new Set<string>();
  const first = deferred<void>();
  server.use(
    on.get("/auth/me", customer),
    on.get("/products", productPage([product()])),
    on.get("/users/favorites", () => [...hearts].map((_id) => product({ _id }))),
    on.post("/users/favorites/{productId}", async ({ params }) => {
      sent.push("add");
      if (sent.length === 1) await first.promise;
      hearts.add(String(params.productId));
      return { success: true };
    }),
    on.delete("/users/favorites/{productId}", ({ params }) => {
      sent.push("remove");
      hearts.delete(String(params.productId));
      return { success: true };
    }),
  );
  open("/");
  await screen.findByRole("link", { name: "Cart, empty" });
  const heart = await screen.findByRole("button", { name: /San Marzano Tomatoes to favorites/ });
  // Before React draws again, and before the first call is answered.
  for (let presses = 0; presses < 3; presses += 1) heart.click();
  const pressed = { name: "Remove San Marzano Tomatoes from favorites" };
  expect(await screen.findByRole("button", pressed)).toBeVisible();
  first.resolve();
  await waitFor(() => expect(sent).toEqual(["add", "remove", "add"]));
  expect(await screen.findByRole("button", pressed)).toBeVisible();
  expect([...hearts]).toEqual(["p1"]);
});

it("shows hearts to accounts only", async () => {
  server.use(on.get("/products", productPage([product()])), on.get("/users/favorites", []));
  open("/");
  expect(await screen.findByRole("link", { name: "San Marzano Tomatoes" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(anyHeart()).not.toBeInTheDocument();
  cleanup();
  storeToken("t");
  server.use(on.get("/auth/me", customer));
  open("/");
  expect(await screen.findByRole("link", { name: "Cart, empty" })).toBeVisible();
  await waitFor(() => expect(anyHeart()).toBeVisible());
});

it("reverts a favorite that the server refused", async () => {
  storeToken("t");
  server.use(
    on.get("/auth/me", customer),
    on.get("/products", productPage([product()])),
    on.get("/users/favorites", []),
    on.post("/users/favorites/{productId}", () => refusal(503, "Later")),
  );
  open("/");
  // Until the session is known it counts as a visitor's favorite.
  await screen.findByRole("link", { name: "Cart, empty" });
  const add = { name: "Add San Marzano Tomatoes to favorites" };
  await userEvent.click(await screen.findByRole("button", add));
  expect(await screen.findByText("Failed to update favorites")).toBeVisible();
  expect(await screen.findByRole("button", add)).toBeVisible();
});
