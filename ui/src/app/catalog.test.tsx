import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { product, productPage } from "../../tests/shop";

mockServer();

it("turns pages, and returns to the first page when the filters change", async () => {
  const page = productPage([product()]);
  const pagination = { ...page.pagination, totalProducts: 60, totalPages: 3 };
  server.use(on.get("/products", { ...page, pagination }));
  const router = open("/products");
  expect(await screen.findByText("Page 1 of 3")).toBeVisible();
  expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Page 2 of 3")).toBeVisible();
  expect(router.state.location.href).toBe("/products?page=2");
  const filters = within(screen.getByRole("form", { name: "Filters" }));
  await userEvent.type(filters.getByLabelText("Max price"), "5");
  await userEvent.click(filters.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(router.state.location.href).toBe("/products?maxPrice=5"));
  await userEvent.click(filters.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(router.state.location.href).toBe("/products"));
});

it("says that the list ends before the page of the URL, and links to its last page", async () => {
  const page = productPage([]);
  const pagination = { ...page.pagination, totalProducts: 90, totalPages: 4 };
  server.use(
    on.get("/products", ({ query }) => ({
      ...page,
      products: Number(query.get("page")) > 4 ? [] : [product()],
      pagination,
    })),
    on.get("/locations/zip/{zip}", () => refusal(404, "Zip code not found")),
  );
  const router = open("/products?zip=94110&category=produce&page=9999");
  expect(await screen.findByRole("heading", { name: "The list ends earlier" })).toBeVisible();
  expect(screen.getByText("There is no page 9,999. The list has 4 pages.")).toBeVisible();
  expect(screen.queryByText(/^None within/)).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to the first page" })).toHaveAttribute(
    "href",
    "/products?zip=94110&category=produce",
  );
  await userEvent.click(screen.getByRole("link", { name: "Go to the last page" }));
  expect(await screen.findByText("Page 4 of 4")).toBeVisible();
  await router.navigate({ to: "/products", search: { page: 9999 } });
  expect(await screen.findByText("4 pages")).toBeVisible();
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("Page 4 of 4")).toBeVisible();
  expect(router.state.location.href).toBe("/products?page=4");
});

it("counts one mile as one mile", async () => {
  server.use(
    on.get("/products", productPage([product()])),
    on.get("/locations/zip/{zip}", () => refusal(404, "Zip code not found")),
  );
  open("/products?zip=94110&radius=1");
  expect(await screen.findByRole("option", { name: "Within 1 mile" })).toBeInTheDocument();
  expect(screen.getByRole("option", { name: "Within 5 miles" })).toBeInTheDocument();
});

it("does not restore unapplied filter input after the filters change", async () => {
  server.use(on.get("/products", productPage([product()])));
  const router = open("/products");
  const filters = within(await screen.findByRole("form", { name: "Filters" }));
  await userEvent.type(filters.getByLabelText("Max price"), "5");
  await userEvent.click(filters.getByRole("button", { name: "Apply" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove filter Up to $5.00" }));
  await waitFor(() => expect(router.state.location.href).toBe("/products"));
  expect(filters.getByLabelText("Max price")).toHaveValue("");
  await userEvent.type(filters.getByLabelText("Min price"), "-1");
  await userEvent.click(filters.getByRole("button", { name: "Apply" }));
  expect(filters.getByLabelText("Min price")).toHaveValue("");
});

it("offers links from a missing product, and from one that failed to load", async () => {
  server.use(
    on.get("/products/{id}", () => refusal(404, "Gone")),
    on.get("/products/{id}/reviews", () => refusal(404, "Gone")),
  );
  const router = open("/products/p9");
  expect(await screen.findByRole("link", { name: "Browse Other Products" })).toHaveAttribute(
    "href",
    "/products",
  );
  server.use(on.get("/products/{id}", () => refusal(403, "No")));
  await router.navigate({ to: "/products/$id", params: { id: "p8" } });
  expect(await screen.findByText("Error loading product")).toBeVisible();
});
