import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Order } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, order, product } from "../../tests/shop";

mockServer();

const bakery: Partial<Order> = {
  _id: "o2",
  id: "o2",
  orderNumber: "GS-261121-7K2QF-2",
  status: "confirmed",
  merchantName: "Crumb & Co. Bakery",
  merchant: {
    _id: "m2",
    id: "m2",
    name: "Ben Ito",
    businessInfo: { businessName: "Crumb & Co. Bakery" },
    address: null,
  },
};
let orders: Order[];
let cancelled: string[];

beforeEach(() => {
  storeToken("t");
  cancelled = [];
  orders = [
    order({ _id: "o3", id: "o3", orderNumber: "GS-261122-AAAAA-1", parentNumber: "GS-261122-AAAAA" }),
    order(bakery),
    order(),
  ];
  server.use(
    on.get("/auth/me", customer),
    purchases(() => orders),
    on.get("/users/favorites", [product()]),
    on.put("/orders/{id}/cancel", ({ params }) => {
      const id = String(params.id);
      cancelled.push(id);
      orders = orders.map((one) => (one._id === id ? { ...one, status: "cancelled" } : one));
      return { success: true };
    }),
  );
});

it("shows one block for each checkout with a part for each merchant", async () => {
  open("/dashboard/customer?tab=orders");
  const list = await screen.findByRole("list", { name: "Orders" });
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Overview",
    "Orders",
    "Favorites",
    "Messages",
    "Addresses",
  ]);
  expect(
    within(list)
      .getAllByRole("heading")
      .map((heading) => heading.textContent),
  ).toEqual(["Order GS-261122-AAAAA", "Order GS-261121-7K2QF"]);
  const first = within(list).getByRole("listitem", { name: "Order GS-261121-7K2QF-1" });
  const second = within(list).getByRole("listitem", { name: "Order GS-261121-7K2QF-2" });
  expect(first.parentElement).toBe(second.parentElement);
  expect(within(first).getByText("Meadow Farm")).toBeVisible();
  expect(within(second).getByText("Crumb & Co. Bakery")).toBeVisible();
  expect(within(second).getByText("Confirmed")).toBeVisible();
  // Only an order that the merchant has not confirmed can be cancelled.
  expect(within(first).getByRole("button", { name: "Cancel Order" })).toBeVisible();
  expect(within(second).queryByRole("button", { name: "Cancel Order" })).not.toBeInTheDocument();
});

it("keeps filters and search in the URL, and reports no matches", async () => {
  orders = [order(), order({ _id: "o5", orderNumber: "GS-5-1", parentNumber: "GS-5", status: "delivered" })];
  const router = open("/dashboard/customer?tab=orders&status=delivered");
  const list = await screen.findByRole("list", { name: "Orders" });
  const orderNumbers = () =>
    within(list)
      .getAllByRole("heading")
      .map(({ textContent }) => textContent);
  expect(orderNumbers()).toEqual(["Order GS-5"]);
  expect(screen.getByRole("button", { name: "Delivered 1" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(screen.getByRole("button", { name: "All 2" }));
  await waitFor(() => expect(orderNumbers()).toHaveLength(2));
  expect(router.state.location.href).toBe("/dashboard/customer?tab=orders");
  await userEvent.type(screen.getByLabelText("Find an order"), "rye bread");
  expect(await screen.findByRole("heading", { name: "No orders match" })).toBeVisible();
  expect(router.state.location.href).toBe("/dashboard/customer?tab=orders&q=rye+bread");
  await userEvent.click(screen.getByRole("button", { name: "Show all orders" }));
  expect(await screen.findByRole("heading", { name: "Order GS-5" })).toBeVisible();
  expect(screen.getByLabelText("Find an order")).toHaveValue("");
});

it("offers Retry when the list fails to load", async () => {
  server.use(on.get("/orders/customer/search", () => refusal(503, "Later")));
  open("/dashboard/customer?tab=orders");
  const failure = within(await screen.findByRole("alert"));
  expect(failure.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  expect(failure.getByText(/^Your orders could not be loaded/)).toBeVisible();
  server.use(purchases(() => orders));
  await userEvent.click(failure.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Order GS-261121-7K2QF" })).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});

it("cancels after a confirmation that names the order and the refund", async () => {
  open("/dashboard/customer?tab=orders");
  const part = await screen.findByRole("listitem", { name: "Order GS-261121-7K2QF-1" });
  await userEvent.click(within(part).getByRole("button", { name: "Cancel Order" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel order GS-261121-7K2QF-1?" });
  expect(dialog).toHaveTextContent("You get $7.56 back");
  await userEvent.click(within(dialog).getByRole("button", { name: "Keep it" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(cancelled).toEqual([]);
  await userEvent.click(within(part).getByRole("button", { name: "Cancel Order" }));
  await userEvent.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel Order" }),
  );
  await waitFor(() => expect(within(part).getByText("Cancelled")).toBeVisible());
  expect(cancelled).toEqual(["o1"]);
});

const figure = (name: string) => screen.getByText(name).parentElement;

it("sums up all purchases, those of later pages too, without the cancelled ones", async () => {
  const statuses = ["pending", "delivered", "cancelled", "confirmed"] as const;
  const others = statuses.map((status, at) =>
    order({ _id: `o${at + 5}`, orderNumber: `GS-${at}-1`, parentNumber: `GS-${at}`, status }),
  );
  // A checkout of two orders is one purchase.
  orders = [...others, order(), order({ ...bakery, status: "delivered" })];
  open("/dashboard/customer");
  const list = await screen.findByRole("list", { name: "Orders" });
  expect(within(list).getAllByRole("heading")).toHaveLength(3);
  expect(figure("Total orders")).toHaveTextContent(/^Total orders5$/);
  expect(figure("Pending orders")).toHaveTextContent(/^Pending orders3$/);
  expect(figure("Total spent")).toHaveTextContent(/^Total spent\$37\.80$/);
  await waitFor(() => expect(figure("Favorite items")).toHaveTextContent(/^Favorite items1$/));
});

it("links a customer without orders to the products", async () => {
  orders = [];
  open("/dashboard/customer?tab=orders");
  expect(await screen.findByRole("heading", { name: "No orders yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
});

it("shows an order with its history and its pickup address", async () => {
  server.use(on.get("/orders/{id}", order()));
  open("/orders/o1");
  expect(await screen.findByRole("heading", { level: 1, name: "Order GS-261121-7K2QF-1" })).toBeVisible();
  expect(screen.getByText(/1 Field Road/)).toBeVisible();
  const timeline = screen.getByRole("list", { name: "Timeline" });
  expect(within(timeline).getByText("Pending")).toBeVisible();
});

it("reports another customer's order as missing", async () => {
  server.use(on.get("/orders/{id}", () => refusal(404, "Order not found")));
  open("/orders/o9");
  expect(await screen.findByRole("heading", { level: 1, name: "Order not found" })).toBeVisible();
});

it.each([
  ["a share", { deliveryFee: 2.5, sharedDeliveryFee: 5 }, "$2.50 (your share of $5.00)"],
  ["a fee of its own", { deliveryFee: 5 }, "$5.00"],
  ["nothing", {}, "FREE"],
])("shows %s as the delivery fee of an order", async (_, change, text) => {
  server.use(on.get("/orders/{id}", order(change)));
  open("/orders/o1");
  expect(await screen.findByText(text)).toBeVisible();
});
