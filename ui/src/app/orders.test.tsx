import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Order } from "@/api/types";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { customer, order } from "../../tests/shop";

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
    http.get(at("/auth/me"), () => HttpResponse.json(customer)),
    http.get(at("/orders/customer"), () => HttpResponse.json(orders)),
    http.put(at("/orders/:id/cancel"), ({ params }) => {
      const id = String(params.id);
      cancelled.push(id);
      orders = orders.map((one) => (one._id === id ? { ...one, status: "cancelled" } : one));
      return HttpResponse.json({ success: true });
    }),
  );
});

it("shows one block a checkout and in it one part a merchant", async () => {
  open("/dashboard/customer?tab=orders");
  const list = await screen.findByRole("list", { name: "Orders" });
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
  // Only what the merchant has not confirmed can be cancelled.
  expect(within(first).getByRole("button", { name: "Cancel Order" })).toBeVisible();
  expect(within(second).queryByRole("button", { name: "Cancel Order" })).not.toBeInTheDocument();
});

it("cancels after a question that names the order and the money", async () => {
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

it("sums up what was bought, without what was cancelled", async () => {
  orders = [order(), order({ ...bakery, status: "delivered" }), order({ _id: "o4", status: "cancelled" })];
  open("/dashboard/customer");
  await screen.findByText("$15.12");
  expect(figure("Total orders")).toHaveTextContent("3");
  expect(figure("Pending orders")).toHaveTextContent("1");
});

it("leads a customer without orders to the products", async () => {
  orders = [];
  open("/dashboard/customer?tab=orders");
  expect(await screen.findByRole("heading", { name: "No orders yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
});

it("shows an order with its history, and where to collect it", async () => {
  server.use(http.get(at("/orders/o1"), () => HttpResponse.json(order())));
  open("/orders/o1");
  expect(await screen.findByRole("heading", { level: 1, name: "Order GS-261121-7K2QF-1" })).toBeVisible();
  expect(screen.getByText(/1 Field Road/)).toBeVisible();
  const timeline = screen.getByRole("list", { name: "Timeline" });
  expect(within(timeline).getByText("Pending")).toBeVisible();
});

it("says that an order of somebody else is not there", async () => {
  server.use(
    http.get(at("/orders/o9"), () =>
      HttpResponse.json({ success: false, message: "Order not found" }, { status: 404 }),
    ),
  );
  open("/orders/o9");
  expect(await screen.findByRole("heading", { level: 1, name: "Order not found" })).toBeVisible();
});

it.each([
  ["a share", { deliveryFee: 2.5, sharedDeliveryFee: 5 }, "$2.50 (your share of $5.00)"],
  ["a fee of its own", { deliveryFee: 5 }, "$5.00"],
  ["nothing", {}, "FREE"],
])("says that the delivery fee of an order is %s", async (_, change, text) => {
  server.use(http.get(at("/orders/o1"), () => HttpResponse.json(order(change))));
  open("/orders/o1");
  expect(await screen.findByText(text)).toBeVisible();
});
