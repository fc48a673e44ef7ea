import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { dropToken, storeToken } from "@/api/token";
import type { Conversation, Message } from "@/api/types";
import { outbox } from "@/features/messages/model/outbox";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { onScreen } from "../../tests/screen";
import { mockServer, server } from "../../tests/server";
import { customer, product } from "../../tests/shop";

mockServer();

const seller: Message["sender"] = {
  _id: "m1",
  id: "m1",
  name: "Mara Meadows",
  role: "merchant",
  businessInfo: { businessName: "Meadow Farm" },
};
const buyer: Message["sender"] = {
  _id: "c1",
  id: "c1",
  name: "Cora Ann Customer",
  role: "customer",
  businessInfo: null,
};
const message = (id: string, change: Partial<Message> = {}): Message => ({
  _id: id,
  id,
  conversationId: "k1",
  content: "Are they ripe?",
  createdAt: "2026-11-21T10:00:00Z",
  messageType: "text",
  productReference: null,
  read: true,
  sender: buyer,
  ...change,
});
const conversation: Conversation = {
  _id: "k1",
  id: "k1",
  currentUserId: "c1",
  participants: [buyer, seller],
  product: { _id: "p1", id: "p1", name: "San Marzano Tomatoes", price: 3.5 },
  subject: "Ripeness",
  lastMessage: {
    content: "They are as ripe as they can be, and there are still many",
    createdAt: "2026-11-21T11:00:00Z",
    sender: "m1",
  },
  lastActivity: "2026-11-21T11:00:00Z",
  unreadCount: 1,
};
const marked: string[] = [];

beforeEach(() => {
  outbox.clear();
  marked.length = 0;
  storeToken("t");
  onScreen({ wide: false });
  server.use(
    on.get("/auth/me", customer),
    on.get("/messages", [conversation]),
    on.get("/messages/{id}", [
      message("1"),
      message("2", { content: "Quite ripe.", sender: seller, read: false }),
    ]),
    on.get("/products/{id}", product()),
    purchases(() => []),
    on.put("/messages/{id}/read", ({ params }) => {
      marked.push(String(params.id));
      return Response.json({ success: true });
    }),
  );
});

const log = () => screen.findByRole("log", { name: "Messages with Meadow Farm" });

it("lists the conversations, with previews cut at 50 characters", async () => {
  const router = open("/messages");
  expect(await screen.findByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  expect(await screen.findByText("They are as ripe as they can be, and there are sti…")).toBeVisible();
  expect(screen.getByText("1 unread")).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/messages");
});

it("opens the first conversation on a wide screen", async () => {
  onScreen({ wide: true });
  const router = open("/messages");
  await log();
  expect(router.state.location.pathname).toBe("/messages/k1");
});

it("shows new messages of a thread, marks them as read, and pins the product", async () => {
  open("/messages/k1");
  expect(within(await log()).getByText("Quite ripe.")).toBeVisible();
  expect(screen.getByText("New messages")).toBeVisible();
  expect(await screen.findByText("40 in stock")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/messages");
  await waitFor(() => expect(marked).toContain("k1"));
});

it("sends with Enter, adds a line with Shift+Enter, and shows the message at once", async () => {
  const answer = deferred<Response>();
  const bodies: unknown[] = [];
  server.use(
    on.post("/messages/send", async ({ body }) => {
      bodies.push(await body());
      return answer.promise;
    }),
  );
  open("/messages/k1");
  const field = await screen.findByLabelText("Your message");
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  await userEvent.type(field, "Two{Shift>}{Enter}{/Shift}pounds{Enter}");
  expect(within(await log()).getByText(/Two\s+pounds/)).toBeVisible();
  expect(screen.getByText("Sending…")).toBeVisible();
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
  await waitFor(() =>
    expect(bodies).toEqual([{ conversationId: "k1", content: "Two\npounds", messageType: "text" }]),
  );
  answer.resolve(Response.json({ success: true, data: message("3", { content: "Two\npounds" }) }));
  await waitFor(() => expect(screen.queryByText("Sending…")).not.toBeInTheDocument());
  expect(screen.getAllByText(/Two\s+pounds/)).toHaveLength(1);
});

it("does not send with the Enter that chooses an input method's characters, in Safari's order of events", async () => {
  let calls = 0;
  server.use(
    on.post("/messages/send", () => {
      calls += 1;
      return new Response("{}", { status: 500 });
    }),
  );
  open("/messages/k1");
  const field = await screen.findByLabelText("Your message");
  await userEvent.type(field, "漢字");
  fireEvent.compositionEnd(field);
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(field).toHaveValue("漢字");
  expect(calls).toBe(0);
});

it("keeps a failed message in place, with a way to send it again", async () => {
  server.use(on.post("/messages/send", () => refusal(503, "later")));
  open("/messages/k1");
  await userEvent.type(await screen.findByLabelText("Your message"), "Hello?{Enter}");
  expect(await screen.findByText("Error sending message. Please try again.")).toBeVisible();
  server.use(
    on.post("/messages/send", () =>
      Response.json({ success: true, data: message("3", { content: "Hello?" }) }),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() =>
    expect(screen.queryByText("Error sending message. Please try again.")).not.toBeInTheDocument(),
  );
  expect(within(await log()).getByText("Hello?")).toBeVisible();
});

it("keeps a draft for each thread", async () => {
  const router = open("/messages/k1");
  await userEvent.type(await screen.findByLabelText("Your message"), "Half a thou");
  await router.navigate({ to: "/messages" });
  await router.navigate({ to: "/messages/$id", params: { id: "k1" } });
  expect(await screen.findByLabelText("Your message")).toHaveValue("Half a thou");
});

const support: Message["sender"] = {
  _id: "shop",
  id: "shop",
  name: "Greenstall Support",
  role: "admin",
  businessInfo: null,
};
const supportChat: Conversation = {
  ...conversation,
  _id: "k9",
  id: "k9",
  participants: [buyer, support],
  product: null,
  subject: "Order GS-1",
  lastMessage: { content: "Where is it?", createdAt: "2026-11-21T11:00:00Z", sender: "c1" },
};

it("asks support about an order, and leads to the conversation", async () => {
  const asked: unknown[] = [];
  server.use(
    on.post("/messages/support", async ({ body }) => {
      asked.push(await body());
      server.use(on.get("/messages", [supportChat]));
      return { success: true, conversation: { _id: "k9", id: "k9" }, data: message("k9-1") as never };
    }),
  );
  const router = open("/messages/support?about=Order+GS-1");
  expect(await screen.findByRole("heading", { level: 1, name: "Live chat" })).toBeVisible();
  expect(screen.getByLabelText(/^Subject/)).toHaveValue("Order GS-1");
  await userEvent.type(screen.getByRole("textbox", { name: /^Message/ }), "Where is it?");
  await userEvent.click(screen.getByRole("button", { name: "Send Message" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Greenstall Support" })).toBeVisible();
  expect(screen.getAllByText("Order GS-1")[0]).toBeVisible();
  expect(screen.queryByRole("complementary", { name: "About this product" })).not.toBeInTheDocument();
  expect(asked).toEqual([{ subject: "Order GS-1", initialMessage: "Where is it?" }]);
  expect(router.state.location.pathname).toBe("/messages/k9");
});

it("shows admins who asks, and their own answers as support's", async () => {
  server.use(
    on.get("/auth/me", { ...customer, _id: "a1", id: "a1", role: "admin" }),
    on.get("/messages", [{ ...supportChat, currentUserId: "shop" }]),
    on.get("/messages/{id}", [
      message("1", { content: "Where is it?", read: false }),
      message("2", { content: "On its way.", sender: support }),
    ]),
  );
  open("/messages/k9");
  const thread = within(await screen.findByRole("log", { name: "Messages with Cora Ann Customer" }));
  expect(
    within(thread.getByText("On its way.").closest("li") as HTMLElement).getByText("You"),
  ).toBeInTheDocument();
  await waitFor(() => expect(marked).toContain("k9"));
});

it("tells admins that they answer for support", async () => {
  server.use(on.get("/auth/me", { ...customer, _id: "a1", id: "a1", role: "admin" }));
  open("/messages/support");
  expect(await screen.findByText(/^You answer for support/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send Message" })).not.toBeInTheDocument();
});

it("lets a visitor log in first, and returns to the question", async () => {
  dropToken();
  const router = open("/messages/support?about=Order+GS-1");
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.search).toEqual({ redirect: "/messages/support?about=Order+GS-1" });
});
