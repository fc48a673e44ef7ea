import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { EventHead, StreamStep } from "@/api/types";
import { on } from "../../tests/api";
import { open } from "../../tests/open";
import { overview } from "../../tests/operations";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

function head(position: number, change: Partial<EventHead> = {}): EventHead {
  return {
    position,
    stream: "order-1",
    category: "order",
    version: position,
    type: "OrderPlaced",
    schemaVersion: 2,
    recordedAt: "2026-11-21T12:00:00Z",
    eventId: `e${position}`,
    correlationId: "c1",
    causationId: "k1",
    actor: { kind: "account", id: "a1", role: "customer" },
    ...change,
  };
}

const step = (version: number, type: string, status: string, recordedAt: string): StreamStep => ({
  event: head(version, { type, version, recordedAt }),
  data: { orderId: "1" },
  state: { status, total: 1250 },
});

let requests: string[];

beforeEach(() => {
  storeToken("t");
  requests = [];
  server.use(
    on.get("/auth/me", { ...customer, role: "admin" }),
    on.get("/admin/operations", overview()),
    on.get("/admin/events", ({ query }) => {
      requests.push(query.toString());
      if (query.has("after")) {
        return {
          events: [head(41, { type: "OrderConfirmed" })],
          scannedTo: 41,
          scanned: 1,
          end: true,
          head: 41,
        };
      }
      const older = query.get("before") === "20";
      return {
        events: older ? [head(7)] : [head(40), head(33, { type: "OrderDelivered" })],
        scannedTo: older ? 1 : 20,
        scanned: 20,
        end: older,
        head: 40,
      };
    }),
    on.get("/admin/events/{position}", ({ params }) => ({
      event: head(Number(params.position)),
      data: { orderId: "1", customer: { name: { $masked: "a1" } }, lines: [{ quantity: 2 }] },
      masked: 1,
      links: {
        correlation: { events: 3, from: 1, to: 40, complete: true },
        causation: head(31, { type: "PaymentReceived" }),
        effects: [head(42, { type: "UnitsSold" })],
        previous: null,
        next: 33,
      },
    })),
    on.get("/admin/streams/{stream}", {
      stream: "order-1",
      version: 2,
      events: [
        step(1, "OrderPlaced", "pending", "2026-11-20T12:00:00Z"),
        step(2, "OrderConfirmed", "confirmed", "2026-11-21T12:00:00Z"),
      ],
      end: true,
    }),
  );
});

it("continues a search from where it stopped", async () => {
  open("/admin/operations?tab=events");
  await screen.findByText("OrderDelivered");
  await userEvent.click(screen.getByRole("button", { name: "Look further back" }));
  expect(await screen.findByText("7")).toBeVisible();
  expect(requests).toEqual(["limit=50", "limit=50&before=20"]);
  expect(screen.queryByRole("button", { name: "Look further back" })).toBeNull();
});

it("keeps the search in the URL", async () => {
  const router = open("/admin/operations?tab=events&stream=order-1");
  expect(await screen.findByLabelText("Stream")).toHaveValue("order-1");
  await userEvent.type(screen.getByLabelText("Type"), "OrderPlaced ");
  await userEvent.click(screen.getByRole("button", { name: "Show events" }));
  await waitFor(() =>
    expect(router.state.location.href).toBe("/admin/operations?tab=events&stream=order-1&type=OrderPlaced"),
  );
  await waitFor(() => expect(requests.at(-1)).toBe("stream=order-1&type=OrderPlaced&limit=50"));
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/operations?tab=events"));
});

it("follows the log until paused", async () => {
  open("/admin/operations?tab=events");
  await screen.findByText("OrderDelivered");
  await userEvent.click(screen.getByRole("button", { name: "Follow the log" }));
  expect(await screen.findByText("OrderConfirmed")).toBeVisible();
  expect(screen.getByText("1 new event")).toBeVisible();
  expect(requests.at(-1)).toBe("after=40&limit=100");
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() => expect(screen.queryByText("OrderConfirmed")).toBeNull());
});

it("opens an event with its payload masked, and links to its stream", async () => {
  const router = open("/admin/operations?tab=events");
  await userEvent.click(await screen.findByRole("link", { name: /OrderDelivered/ }));
  const event = within(await screen.findByRole("group", { name: "Position 33" }));
  expect(event.getByText("masked")).toHaveAttribute("title", "Personal data of the account a1");
  expect(event.getByText("1 personal value is masked, whoever looks.")).toBeVisible();
  expect(event.getByText("(3 events of the same request)")).toBeVisible();
  expect(event.getByRole("link", { name: "PaymentReceived" })).toBeVisible();
  await userEvent.click(event.getByRole("link", { name: "order-1" }));
  await waitFor(() =>
    expect(router.state.location.href).toBe("/admin/operations?tab=stream&stream=order-1&version=33"),
  );
});

it("walks through a stream event by event, and shows each one's changes", async () => {
  open("/admin/operations?tab=stream&stream=order-1");
  expect(await screen.findByText("Event 2 of 2")).toBeVisible();
  const confirmed = within(screen.getByRole("group", { name: "OrderConfirmed" }));
  expect(confirmed.getByText("pending").tagName).toBe("DEL");
  expect(confirmed.getByText("confirmed", { selector: "ins" })).toBeVisible();
  expect(confirmed.queryByText("total", { selector: "dt" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByText("Event 1 of 2")).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeDisabled();
});

it("shows a stream as of a time, which the URL keeps", async () => {
  const router = open("/admin/operations?tab=stream&stream=order-1");
  await screen.findByText("Event 2 of 2");
  fireEvent.change(screen.getByLabelText("As it was on"), { target: { value: "2026-11-20T23:00" } });
  await userEvent.click(screen.getByRole("button", { name: "Jump there" }));
  expect(await screen.findByText("Event 1 of 2")).toBeVisible();
  const asOf = new Date("2026-11-20T23:00").toISOString();
  expect(router.state.location.search).toEqual({ tab: "stream", stream: "order-1", asOf });
  await userEvent.click(screen.getByRole("button", { name: "Forward" }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ tab: "stream", stream: "order-1", version: "2" }),
  );
  expect(await screen.findByText("Event 2 of 2")).toBeVisible();
});

it("reports a time before the first event, and links to that event", async () => {
  open("/admin/operations?tab=stream&stream=order-1&asOf=2026-11-19");
  expect(await screen.findByText("It did not exist yet")).toBeVisible();
  expect(screen.getByText(/Its first one was recorded on Nov 20, 2026/)).toBeVisible();
  expect(screen.getByText("Before the first of 2 events")).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Show the first event" }));
  expect(await screen.findByText("Event 1 of 2")).toBeVisible();
});

it("loads later events until it reaches the time", async () => {
  const times = ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z"];
  server.use(
    on.get("/admin/streams/{stream}", ({ query }) => {
      const after = Number(query.get("after"));
      const events = times.slice(after, after + 1).map((at) => step(after + 1, "OrderPlaced", "pending", at));
      return { stream: "order-1", version: 3, events, end: after === 2 };
    }),
  );
  open("/admin/operations?tab=stream&stream=order-1&asOf=2026-11-22");
  expect(await screen.findByText("Event 2 of 3")).toBeVisible();
});
