import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { startLive } from "@/api/live";
import { storeToken } from "@/api/token";
import type { Order, Product } from "@/api/types";
import { addToCart, cartItems, setCartOwner } from "@/lib/cart";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { emptyCart } from "../../tests/cart";
import { open, openWith } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { config, customer, merchant, order, product, tomatoes } from "../../tests/shop";
import { streamServer } from "../../tests/stream";

mockServer();

const jam: Order["items"][number] = {
  product: { _id: "p2", id: "p2", name: "Plum Jam", images: [], inventory: { unit: "jar" } },
  name: "Plum Jam",
  merchantName: "Meadow Farm",
  quantity: 1,
  unit: "jar",
  price: 6,
  subtotal: 6,
};
const orderWithJam = (change: Partial<Order> = {}) => order({ items: [...order().items, jam], ...change });
let productsOnSale: Record<string, Product>;

beforeEach(() => {
  storeToken("t");
  setCartOwner(customer._id);
  emptyCart();
  productsOnSale = {
    p1: product(),
    p2: product({ _id: "p2", id: "p2", name: "Plum Jam", price: 6 }),
  };
  server.use(
    on.get("/auth/me", customer),
    on.get(
      "/products/{id}",
      ({ params }) => productsOnSale[String(params.id)] ?? refusal(404, "Product not found"),
    ),
    on.get("/products/{id}/reviews", { reviews: [], rating: { average: 0, count: 0 } }),
  );
});

async function show(one: Order, all = [one]) {
  server.use(
    purchases(() => all),
    on.get("/orders/{id}", one),
  );
  const opened = openWith("/orders/o1");
  await screen.findByRole("heading", { level: 1, name: "Order GS-261121-7K2QF-1" });
  return opened;
}
const press = async (name: string | RegExp, box: HTMLElement = document.body) =>
  userEvent.click(await within(box).findByRole("button", { name }));

it("follows the stream from step to step, and announces each", async () => {
  const stream = streamServer();
  const { client } = await show(order());
  const stop = startLive(client);
  expect(screen.getByText("Waiting for Meadow Farm to confirm")).toBeVisible();
  await waitFor(() => expect(stream.opened).toHaveLength(1));
  const note = "Ring at the green gate.";
  const ready = order({
    status: "ready-for-pickup",
    timeline: [
      ...order().timeline,
      { status: "ready-for-pickup", timestamp: "2026-11-21T12:00:00Z", note, actor: "merchant" },
    ],
  });
  server.use(on.get("/orders/{id}", ready));
  act(() => stream.opened[0]?.send("order", "101", ready));
  expect(await screen.findByText("Ready for you to collect")).toBeVisible();
  expect(screen.getByText("Ready for you to collect").closest("[role=status]")).toHaveTextContent(
    "Bring your order number to Meadow Farm, 1 Field Road, Salinas.",
  );
  expect(screen.getByText("Note from Meadow Farm").closest("figure")).toHaveTextContent(note);
  const steps = within(screen.getByRole("navigation", { name: "Progress of the order" }));
  expect(steps.getAllByRole("listitem").findIndex((step) => step.ariaCurrent === "step")).toBe(3);
  // An action that is no longer possible is no longer offered.
  expect(screen.queryByRole("button", { name: "Cancel Order" })).not.toBeInTheDocument();
  stop();
});

it.each([
  [{ status: "delivered" as const }, "Collected. Enjoy!"],
  [{ status: "delivered" as const, deliveryMethod: "standard-delivery" as const }, "Delivered. Enjoy!"],
  [
    { status: "shipped" as const, deliveryMethod: "standard-delivery" as const },
    "Shipped and on its way to you",
  ],
  [{ status: "returned" as const }, "This order was returned"],
])("shows the order's state in a sentence: %j", async (change, title) => {
  await show(order(change));
  expect(screen.getByText(title)).toBeVisible();
});

it("shows no further steps of a cancelled order, and its refund", async () => {
  const refund = { amount: 7.56, status: "pending" as const, reason: null };
  await show(order({ status: "cancelled", refund }));
  expect(screen.getByText("This order was cancelled")).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Progress of the order" })).not.toBeInTheDocument();
  expect(screen.getByText("Refund (on its way)").nextSibling).toHaveTextContent("$7.56");
});

it("shows where and how to collect the order, and the customer's note", async () => {
  const fulfillment = { ...product().fulfillment, pickupInstructions: "Around the back." };
  productsOnSale.p1 = product({ fulfillment });
  await show(order({ deliveryInstructions: "I come at noon." }));
  expect(await screen.findByText("Around the back.")).toBeVisible();
  expect(screen.getByText("Collect from").parentElement).toHaveTextContent(
    "Meadow Farm1 Field RoadSalinas, CA 93901",
  );
  expect(screen.getByText("“I come at noon.”")).toBeVisible();
});

it("puts the whole order into the cart again and opens the cart", async () => {
  const { router } = await show(orderWithJam({ status: "delivered" }));
  await press("Reorder GS-261121-7K2QF-1");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
  expect(cartItems().map((item) => [item.product._id, item.quantity])).toEqual([
    ["p1", 2],
    ["p2", 1],
  ]);
  expect(await screen.findByText("3 items added to your cart")).toBeVisible();
});

it("reorders a single line", async () => {
  const { router } = await show(orderWithJam({ status: "delivered" }));
  await press("Buy Plum Jam again");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
  expect(cartItems().map(({ product: { _id } }) => _id)).toEqual(["p2"]);
});

it("reports unavailable items, shortages and higher prices of a reorder", async () => {
  productsOnSale = {
    p1: product({ inventory: { quantity: 3, unit: "pound", lowStockThreshold: 5 }, price: 4 }),
  };
  addToCart(tomatoes.product, 2);
  const { router } = await show(orderWithJam({ status: "delivered" }));
  await press("Reorder GS-261121-7K2QF-1");
  const dialog = await screen.findByRole("dialog", { name: "Not everything could be added" });
  expect(within(dialog).getByText("1 item added to your cart.")).toBeVisible();
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((line) => line.textContent),
  ).toEqual([
    "Plum Jam: no longer sold",
    "San Marzano Tomatoes: only 1 of 2 left",
    "San Marzano Tomatoes: now $4.00, was $3.50",
  ]);
  expect(cartItems()).toMatchObject([{ quantity: 3, product: { price: 4 } }]);
  await userEvent.click(within(dialog).getByRole("link", { name: "Go to Cart" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
});

it("links to the stall when none of the products is available any more", async () => {
  productsOnSale.p1 = product({ inventory: { quantity: 0, unit: "pound", lowStockThreshold: 5 } });
  await show(order({ status: "delivered" }));
  await press("Reorder GS-261121-7K2QF-1");
  const dialog = await screen.findByRole("dialog", { name: "Nothing could be added" });
  expect(dialog).toHaveTextContent("San Marzano Tomatoes: sold out");
  expect(within(dialog).getByRole("link", { name: "Visit Store" })).toHaveAttribute("href", "/merchant/m1");
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" })[1] as HTMLElement);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(cartItems()).toEqual([]);
});

it("takes a review of a delivered item, and shows it afterwards", async () => {
  let written: object | null = null;
  const review = {
    _id: "r1",
    id: "r1",
    productId: "p1",
    customer: { _id: "c1", id: "c1", name: "Cora" },
    rating: 4,
    comment: "Sweet.",
    createdAt: "2026-11-22T10:00:00Z",
    reply: null,
  };
  server.use(
    on.get("/products/{id}/reviews", () => ({
      reviews: written ? [review] : [],
      rating: { average: 4, count: 1 },
    })),
    on.post("/products/{id}/reviews", async ({ body }) => {
      written = await body();
      return { success: true, review };
    }),
  );
  await show(order({ status: "delivered" }));
  await press("Write a review: San Marzano Tomatoes");
  const dialog = await screen.findByRole("dialog", { name: "Write a review: San Marzano Tomatoes" });
  await userEvent.click(await within(dialog).findByRole("radio", { name: "4 stars" }));
  await userEvent.type(within(dialog).getByLabelText("Your review"), "Sweet.");
  await press("Post review", dialog);
  expect(await screen.findByRole("link", { name: "You rated it 4 out of 5" })).toHaveAttribute(
    "href",
    "/products/p1#reviews",
  );
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(written).toEqual({ rating: 4, comment: "Sweet." });
});

it("offers no review before the delivery", async () => {
  await show(order({ status: "preparing" }));
  await screen.findByRole("button", { name: "Reorder GS-261121-7K2QF-1" });
  expect(screen.queryByRole("button", { name: /Write a review/ })).not.toBeInTheDocument();
});

it("writes to the seller about the order, by a product that the shop still shows", async () => {
  const sent: unknown[] = [];
  server.use(
    on.post("/messages/start", async ({ body }) => {
      const opening = await body();
      sent.push(opening);
      if (opening.productId === "p1") return refusal(404, "Product not found");
      return { success: true, conversation: { _id: "k1", id: "k1" }, data: {} as never };
    }),
  );
  await show(orderWithJam());
  await press("Contact Seller");
  const dialog = await screen.findByRole("dialog", { name: "Contact Meadow Farm" });
  expect(await within(dialog).findByLabelText("Subject")).toHaveValue("Order GS-261121-7K2QF-1");
  await press("Send Message", dialog);
  expect(await within(dialog).findByRole("heading", { name: "Message Sent!" })).toBeVisible();
  const opening = {
    merchantId: "m1",
    subject: "Order GS-261121-7K2QF-1",
    initialMessage: "Hi, I have a question about my order GS-261121-7K2QF-1.",
  };
  expect(sent).toEqual([
    { ...opening, productId: "p1" },
    { ...opening, productId: "p2" },
  ]);
});

it("keeps the refusal visible when the merchant confirms before a cancel", async () => {
  server.use(
    on.put("/orders/{id}/cancel", () => {
      server.use(on.get("/orders/{id}", order({ status: "confirmed" })));
      return refusal(409, "The merchant has accepted this order");
    }),
  );
  await show(order());
  await press("Cancel Order");
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel order GS-261121-7K2QF-1?" });
  await press("Cancel Order", dialog);
  await screen.findByText("Meadow Farm confirmed your order");
  expect(within(dialog).getByText("The merchant has accepted this order")).toBeVisible();
  await press("Keep it", dialog);
  expect(screen.queryByRole("button", { name: "Cancel Order" })).not.toBeInTheDocument();
});

it("lists the other orders of the same checkout", async () => {
  const parent = { orderNumber: "GS-261121-7K2QF", total: 20, refunded: 0 };
  const other = order({
    _id: "o2",
    orderNumber: "GS-261121-7K2QF-2",
    status: "shipped",
    parent,
    merchant: { ...order().merchant, _id: "m2", businessInfo: { businessName: "Crumb & Co." } },
  });
  await show(order({ parent }), [order({ parent }), other]);
  const link = await screen.findByRole("link", { name: "Crumb & Co., Order GS-261121-7K2QF-2" });
  expect(link).toHaveAttribute("href", "/orders/o2");
});

it("prints, and offers help with the order number in the subject", async () => {
  server.use(on.get("/config", { ...config, supportPhone: "+1 (802) 555-0100" }));
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  await show(order());
  await press("Print");
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByRole("heading", { level: 2, name: "Need Help?" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Email support" })).toHaveAttribute(
    "href",
    "mailto:support@greenstall.example?subject=Order%20GS-261121-7K2QF-1",
  );
  expect(await screen.findByRole("link", { name: "Call +1 (802) 555-0100" })).toHaveAttribute(
    "href",
    "tel:+18025550100",
  );
  expect(screen.getByRole("link", { name: "Live chat" })).toHaveAttribute(
    "href",
    "/messages/support?about=Order+GS-261121-7K2QF-1",
  );
});

it("shows the merchant the next steps, and nothing of the customer's", async () => {
  const seller = merchant();
  server.use(on.get("/auth/me", { ...customer, _id: seller._id, id: seller._id, role: "merchant" }));
  await show(order());
  expect(await screen.findByRole("button", { name: "Confirm Order" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Customer" })).toHaveAttribute(
    "href",
    "mailto:cora@example.com?subject=Your%20order%20GS-261121-7K2QF-1",
  );
  for (const name of [/Reorder/, /Contact Seller/]) {
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  }
});

/** A pickup by Diego, which Cora's account paid for. */
const forDiego = () =>
  order({
    deliveryInstructions: "I come at noon.",
    shippingAddress: {
      firstName: "Diego",
      lastName: "Kamau",
      email: "diego@example.com",
      phone: "(503) 555-0171",
      address: "2 Market Street",
      apartment: "",
      city: "San Francisco",
      state: "CA",
      zipCode: "94110",
      country: "US",
    },
  });

it("tells the seller of a pickup who comes, and whose note it is", async () => {
  server.use(on.get("/auth/me", { ...customer, _id: "m1", id: "m1", role: "merchant" }));
  await show(forDiego());
  const main = screen.getByRole("main");
  expect(main).toHaveTextContent(/For Diego Kamau\s*· \(503\) 555-0171/);
  expect(main).not.toHaveTextContent(/Sold by/);
  const card = screen.getByRole("heading", { name: "Customer" }).parentElement as HTMLElement;
  expect(card).toHaveTextContent("Diego Kamau");
  expect(card).toHaveTextContent("cora@example.com");
  expect(within(card).getByRole("link", { name: "(503) 555-0171" })).toHaveAttribute(
    "href",
    "tel:5035550171",
  );
  expect(screen.getByText("Note from the customer").parentElement).toHaveTextContent("“I come at noon.”");
  expect(screen.queryByText("Your note")).not.toBeInTheDocument();
});

it("tells admins both names, and leads them back to all orders", async () => {
  server.use(on.get("/auth/me", { ...customer, _id: "a1", id: "a1", role: "admin" }));
  await show(forDiego());
  expect(screen.getByRole("main")).toHaveTextContent(/Sold by Meadow Farm\s*· For Diego Kamau/);
  expect(screen.getByRole("heading", { name: "Customer" })).toBeVisible();
  expect(screen.getByText("Note from the customer")).toBeVisible();
  expect(screen.getByRole("link", { name: "Orders" })).toHaveAttribute("href", "/dashboard/admin?tab=orders");
});

it("shows customers the seller, and their own note as theirs", async () => {
  await show(forDiego());
  expect(screen.getByRole("main")).toHaveTextContent("Sold by Meadow Farm");
  expect(screen.getByText("Your note")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Customer" })).not.toBeInTheDocument();
});

it("offers Retry when the order fails to load", async () => {
  server.use(on.get("/orders/{id}", () => refusal(503, "Later")));
  open("/orders/o1");
  expect(
    await screen.findByRole("heading", { level: 1, name: "The order could not be loaded" }),
  ).toBeVisible();
  server.use(on.get("/orders/{id}", order()));
  await press("Retry");
  expect(await screen.findByRole("heading", { level: 1, name: /GS-261121/ })).toBeVisible();
});

it("links an admin to the order's explanation and its audit", async () => {
  server.use(on.get("/auth/me", { ...customer, _id: "a1", role: "admin" }));
  await show(order());
  const why = await screen.findByRole("link", { name: "Why is this so?" });
  expect(why).toHaveAttribute("href", "/admin/operations?tab=why&stream=order-o1");
  expect(screen.getByRole("link", { name: "Decisions" })).toHaveAttribute("href", "/admin/audit?subject=o1");
});

it("offers an admin the merchant's steps, each with a reason", async () => {
  const sent: unknown[] = [];
  server.use(
    on.get("/auth/me", { ...customer, _id: "a1", role: "admin" }),
    on.put("/orders/{id}/status", async ({ body }) => {
      sent.push(await body());
      return { success: true };
    }),
  );
  await show(order({ status: "confirmed" }));
  expect(await screen.findByRole("heading", { name: "In the merchant's place" })).toBeVisible();
  await press("Cancel Order");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel order GS-261121-7K2QF-1?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel Order" }));
  expect(dialog.getByText("Please give a reason.")).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Reason/), "The farm has closed.");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel Order" }));
  await waitFor(() => expect(sent).toEqual([{ status: "cancelled", reason: "The farm has closed." }]));
});

it("shows the promised day, and where the refund of a disputed order stands", async () => {
  const refund = { amount: 7.56, status: "disputed", reason: null } as const;
  await show(order({ status: "returned", promisedFor: "2026-11-28", refund }));
  expect(screen.getByText("Promised for November 28, 2026")).toBeVisible();
  expect(screen.getByText("Refund (waits until your bank's dispute has ended)")).toBeVisible();
});

it("shows customers no admin links", async () => {
  await show(order());
  expect(screen.queryByRole("link", { name: "Why is this so?" })).not.toBeInTheDocument();
});
