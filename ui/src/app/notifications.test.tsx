import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { startLive } from "@/api/live";
import { storeToken } from "@/api/token";
import type { Message, Notification, User } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { deferred } from "../../tests/deferred";
import { open, openWith } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, order } from "../../tests/shop";
import { streamServer } from "../../tests/stream";

mockServer();

const notification = (id: string, change: Partial<Notification> = {}): Notification => ({
  _id: id,
  id,
  type: "order_status",
  title: "Order confirmed",
  message: "Meadow Farm has confirmed your order GS-261121-7K2QF-1.",
  createdAt: "2026-11-21T10:00:00Z",
  read: false,
  ...(change.orderId && { orderNumber: "GS-261121-7K2QF-1", role: "customer" }),
  ...change,
});
const list = () => [
  notification("n4", { orderId: "o1", title: "Order in preparation" }),
  notification("n3", {
    type: "message",
    title: "New message",
    message: "About plums.",
    conversationId: "k1",
  }),
  notification("n2", { orderId: "o1" }),
  notification("n1", {
    type: "product_approved",
    title: "Product approved",
    productId: "p1",
    read: true,
  }),
];

let notifications: Notification[];
let marked: string[];

beforeEach(() => {
  storeToken("t");
  notifications = list();
  marked = [];
  server.use(
    on.get("/auth/me", customer),
    purchases(() => []),
    on.get("/notifications", () => ({ notifications })),
    on.put("/notifications/{id}/read", ({ params }) => {
      marked.push(String(params.id));
      notifications = notifications.map((one) => (one._id === params.id ? { ...one, read: true } : one));
      return { success: true };
    }),
    on.put("/notifications/read-all", () => {
      notifications = notifications.map((one) => ({ ...one, read: true }));
      return { success: true };
    }),
  );
});

const bell = (name: string | RegExp) => screen.findByRole("button", { name });
const openBell = async () => {
  await userEvent.click(await bell(/^Notifications/));
  return within(await screen.findByRole("dialog", { name: "Notifications" }));
};

it("counts new notifications at the bell and in the title, and groups them by subject", async () => {
  open("/dashboard/customer");
  expect(await bell("Notifications, 3 unread")).toHaveTextContent("3");
  await waitFor(() => expect(document.title).toBe("(3) My account · Greenstall"));
  const panel = await openBell();
  const needed = within(await panel.findByRole("region", { name: "Needs you" }));
  expect(needed.getByRole("link", { name: /New message/ })).toHaveAttribute("href", "/messages");
  const information = within(panel.getByRole("region", { name: "For information" }));
  expect(information.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/orders/o1",
    "/dashboard/merchant",
  ]);
  expect(information.getByRole("link", { name: /Order GS-261121-7K2QF-1: 2 updates/ })).toBeVisible();
});

it("marks a group as read when opened, and follows its link", async () => {
  server.use(on.get("/orders/{id}", order()));
  const router = open("/cart");
  const panel = await openBell();
  await userEvent.click(await panel.findByRole("link", { name: /2 updates/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/orders/o1"));
  expect(await bell("Notifications, 1 unread")).toBeVisible();
  expect(marked.toSorted()).toEqual(["n2", "n4"]);
  expect(screen.queryByRole("dialog", { name: "Notifications" })).not.toBeInTheDocument();
});

it("marks all as read", async () => {
  open("/cart");
  const panel = await openBell();
  await userEvent.click(await panel.findByRole("button", { name: "Mark all read" }));
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
  expect(panel.queryByRole("button", { name: "Mark all read" })).not.toBeInTheDocument();
  await waitFor(() => expect(document.title).not.toMatch(/^\(/));
});

it("shows loading notifications, and an empty list", async () => {
  const answer = deferred<{ notifications: Notification[] }>();
  server.use(on.get("/notifications", () => answer.promise));
  open("/cart");
  const panel = await openBell();
  expect(await panel.findByText("Loading notifications...")).toBeVisible();
  answer.resolve({ notifications: [] });
  expect(await panel.findByText("No notifications yet")).toBeVisible();
});

it("shows an empty list with Retry when notifications fail to load", async () => {
  server.use(on.get("/notifications", () => refusal(400, "Broken")));
  open("/cart");
  const panel = await openBell();
  expect(await panel.findByRole("heading", { name: "No notifications yet" })).toBeVisible();
  server.use(on.get("/notifications", () => ({ notifications })));
  await userEvent.click(panel.getByRole("button", { name: "Retry" }));
  expect(await panel.findByRole("link", { name: /2 updates/ })).toBeVisible();
});

it("caps the counts at 99+", async () => {
  const many = Array.from({ length: 120 }, (_, index) => notification(`n${index}`));
  const messages = Array.from(
    { length: 100 },
    (_, index) => ({ _id: `k1-${index}`, read: false }) as Message,
  );
  server.use(on.get("/notifications", { notifications: many }), on.get("/messages/notifications", messages));
  open("/cart");
  expect(await bell("Notifications, 120 unread")).toHaveTextContent("99+");
  expect(await screen.findByRole("link", { name: "Messages, 100 unread" })).toHaveTextContent("99+");
});

const MENUS: [string, Partial<User>, string[]][] = [
  ["customer", {}, ["Dashboard", "Messages", "Settings", "Logout"]],
  [
    "merchant",
    { role: "merchant", businessInfo: { businessName: "Meadow Farm" } as User["businessInfo"] },
    ["Dashboard", "My Store", "My Purchases", "Messages", "Settings", "Logout"],
  ],
  [
    "admin",
    { role: "admin" },
    ["Admin Panel", "Operations", "My Purchases", "Messages", "Settings", "Logout"],
  ],
];

it.each(MENUS)(
  "has a %s's links in the user menu, whose button shows the name",
  async (role, change, links) => {
    server.use(on.get("/auth/me", { ...customer, ...change }));
    open("/cart");
    const name = role === "merchant" ? "Meadow Farm" : "Cora Ann Customer";
    const button = await screen.findByRole("button", { name: `Account menu of ${name}` });
    expect(button).not.toHaveAttribute("aria-label");
    await userEvent.click(button);
    const menu = await screen.findByRole("menu");
    await waitFor(() =>
      expect(
        within(menu)
          .getAllByRole("menuitem")
          .map((item) => item.textContent),
      ).toEqual(links),
    );
  },
);

it("has all of the counts in the phone's menu as well", async () => {
  open("/cart");
  await screen.findByRole("button", { name: /Account menu/ });
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const links = within(await screen.findByRole("dialog", { name: "Menu" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Home",
    "Browse",
    "Your cart",
    "Dashboard",
    "Messages",
    "Settings",
  ]);
});

it("offers an account to visitors in the footer, and orders to customers", async () => {
  open("/cart");
  const footer = within(await screen.findByRole("contentinfo"));
  expect(await footer.findByRole("link", { name: "Your orders" })).toBeVisible();
  expect(footer.queryByRole("link", { name: "Create an account" })).not.toBeInTheDocument();
});

it("shows a toast only in a visible tab, and not on the page it links to", async () => {
  const stream = streamServer();
  server.use(
    on.get("/orders/{id}", order()),
    purchases(() => [order()]),
  );
  const { client, router } = openWith("/cart");
  const stop = startLive(client);
  await waitFor(() => expect(stream.opened).toHaveLength(1));
  await bell("Notifications, 3 unread");
  const send = (id: string, change: Partial<Notification>) =>
    act(() => stream.opened[0]?.send("notification", "7", notification(id, change)));
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  send("n5", { title: "Told to nobody" });
  expect(await bell("Notifications, 4 unread")).toBeVisible();
  hidden.mockReturnValue(false);
  notifications = [notification("n6"), ...notifications];
  send("n6", { title: "Order shipped", orderId: "o1", message: "Your order is on its way." });
  expect(await screen.findByText("Order shipped: Your order is on its way.")).toBeVisible();
  expect(screen.queryByText(/Told to nobody/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "View" }));
  await waitFor(() => expect(router.state.location.href).toBe("/orders/o1"));
  expect(await bell("Notifications, 3 unread")).toBeVisible();
  notifications = [notification("n7"), ...notifications];
  send("n7", { title: "Told by the page itself", orderId: "o1" });
  expect(await bell("Notifications, 4 unread")).toBeVisible();
  expect(screen.queryByText(/Told by the page itself/)).not.toBeInTheDocument();
  notifications = [notification("n8"), ...notifications];
  send("n8", { title: "Told of another order", orderId: "o" });
  expect(await screen.findByText(/Told of another order/)).toBeVisible();
  expect(screen.queryByText(/Told by the page itself/)).not.toBeInTheDocument();
  stop();
});
