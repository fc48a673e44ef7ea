import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Order } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { sales } from "../../tests/lists";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { order, seller } from "../../tests/shop";

mockServer();

let orders: Order[];

beforeEach(() => {
  storeToken("t");
  orders = [
    order({ orderNumber: "GS-A-1" }),
    order({ _id: "o2", orderNumber: "GS-B-1", status: "preparing", deliveryMethod: "standard-delivery" }),
    order({ _id: "o3", orderNumber: "GS-C-1", status: "delivered" }),
  ];
  server.use(
    on.get("/auth/me", seller),
    sales(() => orders),
    on.put("/orders/{id}/status", async ({ params, body }) => {
      const { status } = await body();
      orders = orders.map((one) =>
        one._id === params.id ? { ...one, status: status as Order["status"] } : one,
      );
      return { success: true };
    }),
  );
});

const row = (number: string) => screen.findByRole("group", { name: `Order ${number}` });
const orderNumbers = () =>
  screen.queryAllByRole("group", { name: /^Order GS/ }).map((one) => one.getAttribute("aria-label"));

it("offers the next step in the row, and the others in the details", async () => {
  const router = open("/dashboard/merchant?tab=orders");
  const pending = within(await row("GS-A-1"));
  expect(pending.queryByRole("button", { name: "Cancel Order" })).not.toBeInTheDocument();
  await userEvent.click(pending.getByRole("button", { name: "Confirm Order" }));
  expect(await screen.findByText("Order status updated to Confirmed")).toBeVisible();
  expect(await pending.findByRole("button", { name: "Start Preparing" })).toBeVisible();
  // A return is not offered as the next step.
  expect(
    within(await row("GS-C-1")).queryByRole("button", { name: "Accept Return" }),
  ).not.toBeInTheDocument();
  const sending = within(await row("GS-B-1"));
  await userEvent.click(sending.getByRole("button", { name: "GS-B-1" }));
  expect(sending.getByRole("button", { name: "Ship by carrier" })).toBeVisible();
  expect(sending.getByRole("list", { name: "Timeline" })).toBeVisible();
  expect(sending.getByRole("link", { name: "Contact Customer" })).toHaveAttribute(
    "href",
    "mailto:cora@example.com?subject=Your%20order%20GS-B-1",
  );
  expect(router.state.location.href).toBe("/dashboard/merchant?tab=orders&open=o2");
});

it("has a tab with a count for each status, and keeps the search in the URL", async () => {
  const router = open("/dashboard/merchant?tab=orders&show=delivered");
  await row("GS-C-1");
  expect(orderNumbers()).toEqual(["Order GS-C-1"]);
  expect(screen.getByRole("button", { name: "Preparing 1" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Shipped 0" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "All 3" }));
  await userEvent.type(screen.getByLabelText("Find an order"), "gs-b");
  await waitFor(() => expect(orderNumbers()).toEqual(["Order GS-B-1"]));
  expect(router.state.location.href).toBe("/dashboard/merchant?tab=orders&q=gs-b");
});

it("shows times at the merchant's place, like the filter of days", async () => {
  const at = order({ createdAt: "2026-11-28T03:01:00Z", orderNumber: "GS-E-1", _id: "o5" });
  const address = { ...at.merchant.address, state: "OR", latitude: 45.5, longitude: -122.6 };
  orders = [
    {
      ...at,
      merchant: { ...at.merchant, address: address as Order["merchant"]["address"] },
      timeline: [{ status: "pending", timestamp: at.createdAt, note: null }] as Order["timeline"],
    },
  ];
  open("/dashboard/merchant?tab=orders&from=2026-11-27&to=2026-11-27&open=o5");
  const shown = within(await row("GS-E-1"));
  expect(shown.getAllByText(/^Nov 27, 7:01\sPM/)).toHaveLength(2);
});

it("filters by a sales figure's link, and clears that filter", async () => {
  orders = [...orders, order({ _id: "o4", orderNumber: "GS-D-1", createdAt: "2026-11-10T20:00:00Z" })];
  const router = open("/dashboard/merchant?tab=orders&from=2026-11-10&to=2026-11-10&customer=c1");
  await row("GS-D-1");
  expect(orderNumbers()).toEqual(["Order GS-D-1"]);
  expect(screen.getByRole("button", { name: "Remove the filter: From Cora Ann Customer" })).toBeVisible();
  await userEvent.click(
    screen.getByRole("button", { name: "Remove the filter: Placed on November 10, 2026" }),
  );
  await waitFor(() => expect(orderNumbers()).toHaveLength(4));
  expect(router.state.location.href).toBe("/dashboard/merchant?tab=orders&customer=c1");
});

it("reports no matches, no orders, and a failure", async () => {
  open("/dashboard/merchant?tab=orders&q=figs");
  expect(await screen.findByRole("heading", { name: "No orders match" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show all orders" }));
  await row("GS-A-1");
});

it("offers Retry when the list fails to load", async () => {
  server.use(on.get("/orders/merchant/search", () => refusal(503, "Later")));
  open("/dashboard/merchant?tab=orders");
  const failure = within(await screen.findByRole("alert"));
  expect(failure.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  expect(failure.getByText(/^Your orders could not be loaded/)).toBeVisible();
  orders = [];
  server.use(sales(() => orders));
  await userEvent.click(failure.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/^When a customer buys/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});
