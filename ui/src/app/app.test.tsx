import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { at, server, mockServer } from "../../tests/server";
import { config, productPage } from "../../tests/shop";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";

mockServer();

const user = {
  _id: "u1",
  id: "u1",
  name: "Dana",
  email: "dana@example.com",
  role: "customer",
  isActive: true,
};
const emptyPage = productPage();

function open(path: string) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const signedIn = () => http.get(at("/auth/me"), () => HttpResponse.json(user));
const products = () => http.get(at("/products"), () => HttpResponse.json(emptyPage));

it("sends a visitor of a guarded page to the log-in, and back afterwards", async () => {
  server.use(
    http.post(at("/auth/login"), () => HttpResponse.json({ success: true, token: "t", user })),
    signedIn(),
    products(),
  );
  const router = open("/welcome");
  expect(await screen.findByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: "/welcome" });
  await userEvent.type(screen.getByLabelText("Email"), "dana@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  expect(
    await screen.findByRole("heading", { level: 1, name: "Welcome to Greenstall, Dana!" }),
  ).toBeVisible();
  expect(localStorage.getItem("token")).toBe("t");
});

it("sends a user of another role to the home page", async () => {
  storeToken("t");
  server.use(signedIn(), products());
  const router = open("/dashboard/admin");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

it("drops a token that the server refuses", async () => {
  storeToken("stale");
  server.use(
    http.get(at("/auth/me"), () => HttpResponse.json({ success: false, message: "no" }, { status: 401 })),
    products(),
  );
  open("/");
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(localStorage.getItem("token")).toBeNull();
});

it.each([
  [401, { success: false, message: "Invalid email or password" }, "Invalid email or password"],
  [500, {}, "Login failed"],
])("explains a sign-in that failed with %d", async (status, problem, text) => {
  server.use(http.post(at("/auth/login"), () => HttpResponse.json(problem, { status })));
  open("/login");
  await userEvent.type(await screen.findByLabelText("Email"), "dana@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  const summary = await screen.findByRole("alert");
  expect(summary).toHaveTextContent(text);
  expect(summary).toHaveFocus();
});

it("reports an unexpected error when there is no answer", async () => {
  server.use(http.post(at("/auth/login"), () => HttpResponse.error()));
  open("/login");
  await userEvent.type(await screen.findByLabelText("Email"), "dana@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("An unexpected error occurred");
});

it("shows a failed list as empty, with Retry", async () => {
  server.use(http.get(at("/products"), () => HttpResponse.json({}, { status: 400 })));
  open("/products");
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("heading", { name: "No Local Products Available" })).toBeVisible();
  server.use(products());
  await userEvent.click(retry);
  expect(await screen.findByText("0 products")).toBeVisible();
  expect(screen.getByRole("heading", { name: "No Local Products Available" })).toBeVisible();
});

it("sorts a search by relevance until the shopper chooses another order, and can return to it", async () => {
  const requests: (string | null)[] = [];
  server.use(
    http.get(at("/products"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("limit") !== "0") requests.push(query.get("sort"));
      return HttpResponse.json(emptyPage);
    }),
  );
  const router = open("/products?search=kale");
  const sort = await screen.findByRole("combobox", { name: "Sort by" });
  expect(sort).toHaveDisplayValue("Best match");
  await userEvent.selectOptions(sort, "Newest first");
  await waitFor(() => expect(requests).toEqual([null, "-createdAt"]));
  await userEvent.selectOptions(sort, "Best match");
  await waitFor(() => expect(router.state.location.search).toEqual({ search: "kale" }));
  expect(sort).toHaveDisplayValue("Best match");
});

it("reports an unknown page and an unknown product", async () => {
  server.use(
    http.get(at("/products/:id"), () =>
      HttpResponse.json({ success: false, message: "Product not found" }, { status: 404 }),
    ),
  );
  const router = open("/no/such/page");
  expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await router.navigate({ to: "/products/$id", params: { id: "gone" } });
  expect(await screen.findByRole("heading", { level: 1, name: "Product not found" })).toBeVisible();
  expect(screen.getByText("This product might have been removed or doesn't exist.")).toBeVisible();
});

const freeDeliveryOver = (freeStandardOver: number | null) =>
  http.get(at("/config"), () =>
    HttpResponse.json({ ...config, checkout: { ...config.checkout, freeStandardOver } }),
  );

it.each([50, 49.5])("offers free delivery above the shop's limit: %d", async (over) => {
  server.use(products(), freeDeliveryOver(over));
  open("/login");
  const text = over === 50 ? "Free delivery on orders over $50" : "Free delivery on orders over $49.50";
  expect(await screen.findByText(text)).toBeVisible();
});

it("offers nothing where delivery is never free", async () => {
  server.use(products(), freeDeliveryOver(null));
  open("/login");
  expect(await screen.findByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/Free delivery/)).not.toBeInTheDocument());
});
