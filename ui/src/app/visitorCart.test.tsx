import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { setCartOwner } from "@/lib/cart";
import { on } from "../../tests/api";
import { emptyCart } from "../../tests/cart";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, product } from "../../tests/shop";

mockServer();

const session = {
  success: true,
  message: "Welcome",
  token: "t",
  user: { ...customer, revision: 1, emailVerified: true, preferences: { email: {}, revision: 1 } },
};

beforeEach(() => {
  setCartOwner(null);
  emptyCart();
  server.use(
    on.get("/products/{id}", product()),
    on.post("/auth/login", session),
    on.post("/auth/signup", session),
    on.get("/auth/me", customer),
  );
});

async function addAsVisitor() {
  const router = open("/products/p1");
  const [button] = await screen.findAllByRole("button", { name: /^Add to Cart/i });
  if (!button) throw new Error("no button");
  await userEvent.click(button);
  expect(await screen.findByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: "/products/p1" });
  return router;
}

const cart = () => screen.findByRole("link", { name: "Cart, 1 item" });

it("keeps a visitor's cart over the log-in, and returns to the product", async () => {
  const router = await addAsVisitor();
  await userEvent.type(screen.getByLabelText("Email"), "cora@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/products/p1"));
  expect(await cart()).toBeVisible();
});

it("keeps cart and return path over a sign-up", async () => {
  const router = await addAsVisitor();
  await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Create an account" }));
  await screen.findByRole("heading", { level: 1, name: "Create your account" });
  expect(within(screen.getByRole("main")).getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Fproducts%2Fp1",
  );
  await userEvent.click(screen.getByRole("radio", { name: /I want to buy/ }));
  await userEvent.type(screen.getByLabelText("Your name"), "Cora");
  await userEvent.type(screen.getByLabelText("Email"), "cora@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "Secret!123");
  await userEvent.type(screen.getByLabelText("Confirm password"), "Secret!123");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("heading", { level: 1, name: /^Welcome to Greenstall/ })).toBeVisible();
  expect(await cart()).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Continue where you left off" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/products/p1"));
});
