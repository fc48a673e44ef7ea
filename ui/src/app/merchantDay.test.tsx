import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { storeToken } from "@/api/token";
import type { Review, SalesRow } from "@/api/types";
import { on } from "../../tests/api";
import { receivedReviews, sales as salesOf } from "../../tests/lists";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { order, seller } from "../../tests/shop";

mockServer();

const pear = { _id: "p1", id: "p1", name: "Pears", unit: "pound" };
let picks: { product: typeof pear; quantity: number; orders: number }[];

beforeEach(() => {
  localStorage.clear();
  storeToken("t");
  picks = [
    { product: pear, quantity: 5, orders: 2 },
    { product: { ...pear, _id: "p2", id: "p2", name: "Plums" }, quantity: 1, orders: 1 },
  ];
  server.use(
    on.get("/auth/me", seller),
    salesOf(() => []),
    on.get("/reports/pick-list", () => ({ pickList: picks })),
    on.get("/reports/packing-list", {
      packingList: [{ customer: order().customer, orders: [order({ status: "preparing" })] }],
    }),
  );
});

it("ticks off the pick list, keeps the ticks over a reload, and shows new orders", async () => {
  open("/dashboard/merchant?tab=today");
  const list = within(await screen.findByRole("region", { name: "Pick list" }));
  await userEvent.click(list.getByRole("checkbox", { name: /^Pears 5 × pound/ }));
  expect(list.getByText("1 of 2 picked")).toBeVisible();
  cleanup();
  picks = [{ product: pear, quantity: 7, orders: 3 }];
  open("/dashboard/merchant?tab=today");
  const again = within(await screen.findByRole("region", { name: "Pick list" }));
  const pears = again.getByRole<HTMLInputElement>("checkbox", { name: /5 picked, 2 more came in/ });
  expect(pears).not.toBeChecked();
  expect(pears.indeterminate).toBe(true);
});

it("packs a bag, offers its next step, and clears the ticks with Undo", async () => {
  open("/dashboard/merchant?tab=today");
  const bag = within(await screen.findByRole("group", { name: "Order GS-261121-7K2QF-1" }));
  expect(bag.queryByRole("button", { name: "Ready for Pickup" })).not.toBeInTheDocument();
  await userEvent.click(bag.getByRole("checkbox", { name: /San Marzano/ }));
  expect(screen.getByText("1 of 1 packed")).toBeVisible();
  expect(bag.getByRole("button", { name: "Ready for Pickup" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Clear all ticks" }));
  expect(screen.getByText("0 of 1 packed")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(screen.getByText("1 of 1 packed")).toBeVisible();
});

const figures = (net: number) => ({
  orders: 2,
  units: 3,
  gross: net,
  refundedOrders: 0,
  refundedUnits: 0,
  refunds: 0,
  net,
});

function sales() {
  const requests: string[] = [];
  server.use(
    on.get("/reports/sales", ({ query }) => {
      const [by, to] = [query.get("by"), query.get("to") ?? ""];
      requests.push(`${by} ${query.get("from")} ${to}`);
      const rows: SalesRow[] =
        by === "product" ? [{ ...figures(30), product: pear }] : [{ ...figures(30), day: to }];
      const totals = figures(requests.length === 2 ? 20 : 30);
      return { by: by as "day", from: null, to: null, sales: rows, totals };
    }),
  );
  return requests;
}

it("compares sales with the period before, and links a figure to its orders", async () => {
  sales();
  const router = open("/dashboard/merchant?tab=sales&period=7d");
  const link = await screen.findByRole("link", { name: "Net sales: show the orders" });
  await waitFor(() => expect(link.parentElement).toHaveTextContent("+50% from $20.00"));
  expect(
    screen.getByRole("img", { name: /\$30.00 in this period, \$20.00 in the one before/ }),
  ).toBeVisible();
  await userEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: "orders" }));
  expect(router.state.location.search).toHaveProperty("from");
});

it("groups by product, and saves exactly the shown rows", async () => {
  sales();
  const files: Blob[] = [];
  URL.createObjectURL = (file: Blob) => String(files.push(file));
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const router = open("/dashboard/merchant?tab=sales&period=7d");
  await userEvent.click(await screen.findByRole("button", { name: "Product" }));
  const table = within(await screen.findByRole("table", { name: "Sales by product" }));
  expect(table.getByRole("link", { name: "2 Orders of Pears" })).toHaveAttribute(
    "href",
    expect.stringMatching(/tab=orders&from=.*&to=.*&product=p1$/),
  );
  expect(router.state.location.href).toBe("/dashboard/merchant?tab=sales&period=7d&by=product");
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  // Reading a text leaves the byte order mark out.
  expect(await files[0]?.text()).toBe(
    '"Product","Orders","Units","Gross","Refunds","Net"\r\n"Pears","2","3","30.00","0.00","30.00"\r\n"Total","2","3","30.00","0.00","30.00"\r\n',
  );
  click.mockRestore();
});

const review: Review = {
  product: { _id: "p1", id: "p1", name: "San Marzano Tomatoes", image: null },
  _id: "r1",
  id: "r1",
  productId: "p1",
  rating: 2,
  comment: "Too soft.",
  createdAt: "2026-11-10T10:00:00Z",
  customer: { _id: "c9", id: "c9", name: "Ben" },
  reply: null,
};

it("replies to a review once", async () => {
  let reviews = [review];
  server.use(
    receivedReviews(() => reviews),
    on.put("/reviews/{id}/reply", async ({ body }) => {
      reviews = [{ ...review, reply: { text: (await body()).text, createdAt: review.createdAt } }];
      return { success: true };
    }),
  );
  open("/dashboard/merchant?tab=reviews&show=unanswered");
  const form = within(await screen.findByRole("form", { name: "Reply to Ben about San Marzano Tomatoes" }));
  await userEvent.click(form.getByRole("button", { name: "Post reply" }));
  expect(await form.findByRole("alert")).toHaveTextContent("Please write a reply");
  await userEvent.type(form.getByLabelText("Your reply"), "Sorry, Ben!");
  await userEvent.click(form.getByRole("button", { name: "Post reply" }));
  expect(await screen.findByText("Your reply is posted")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Show all reviews" }));
  expect(await screen.findByText("Sorry, Ben!")).toBeVisible();
  expect(screen.queryByRole("form")).not.toBeInTheDocument();
});
