import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { sellerProfile } from "../../tests/shop";

mockServer();

it("shows a stall with its real figures, and N/A for missing ones", async () => {
  server.use(
    on.get("/users/{id}", sellerProfile),
    on.get("/products", () => refusal(400, "no")),
  );
  open("/merchant/m1");
  expect(await screen.findByRole("heading", { level: 1, name: "Meadow Farm" })).toBeVisible();
  const figures = screen.getByRole("region", { name: "Figures" });
  expect(within(figures).getByText("4.8 (8)")).toBeVisible();
  expect(within(figures).getByText("2.1K")).toBeVisible();
  expect(within(figures).getByText("N/A")).toBeVisible();
  expect(screen.getByText("If ordered by 2 PM")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "No products yet" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("filters the products, and keeps the filter in the URL", async () => {
  const requests: string[] = [];
  server.use(
    on.get("/users/{id}", sellerProfile),
    on.get("/products", ({ query }) => {
      requests.push(`${query.get("inStock")} ${query.get("featured")}`);
      return refusal(400, "no");
    }),
  );
  const router = open("/merchant/m1");
  expect(await screen.findByRole("button", { name: "All Products", pressed: true })).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "In Stock" }));
  expect(router.state.location.search).toEqual({ show: "in-stock" });
  expect(await screen.findByRole("button", { name: "In Stock", pressed: true })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Featured" }));
  await screen.findByRole("button", { name: "Featured", pressed: true });
  expect(requests).toEqual(expect.arrayContaining(["null null", "true null", "null true"]));
});

it.each([
  [404, "Merchant not found"],
  [400, "Error loading merchant"],
])("explains the answer %d to the call for a merchant", async (status, title) => {
  server.use(
    on.get("/users/{id}", () => refusal(status, "no")),
    on.get("/products", () => refusal(400, "no")),
  );
  open("/merchant/m1");
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
});
