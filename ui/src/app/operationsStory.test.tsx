import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { EventHead, Story } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { overview } from "../../tests/operations";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

function head(position: number, type: string): EventHead {
  return {
    position,
    stream: "order-1",
    category: "order",
    version: position,
    type,
    schemaVersion: 1,
    recordedAt: "2026-11-21T12:00:00Z",
    eventId: `e${position}`,
    correlationId: "c1",
    causationId: "k1",
    actor: { kind: "account", id: "a1", role: "customer" },
  };
}

const story = (change: Partial<Story> = {}): Story => ({
  correlationId: "c1",
  actor: { kind: "account", id: "a1", role: "customer" },
  beganAt: "2026-11-21T12:00:00Z",
  events: [
    { event: head(40, "OrderCancelled"), sentence: "The customer cancelled the order.", depth: 0 },
    { event: head(41, "RefundDecided"), sentence: "The process manager decided to refund.", depth: 1 },
  ],
  more: false,
  from: 21,
  to: 60,
  complete: false,
  views: [
    { name: "orders", reads: 2, applied: 2, parked: 0, position: 60, lag: 0 },
    { name: "audit", reads: 2, applied: 1, parked: 0, position: 40, lag: 20 },
    { name: "live", reads: 2, applied: 1, parked: 1, position: 60, lag: 0 },
  ],
  managers: [
    { name: "make_good_when_cancelled", state: "done", made: [41], steps: [] },
    {
      name: "mail_when_order_changes",
      state: "failing",
      made: [],
      steps: [
        {
          id: "s1",
          step: "mail when order changes",
          stream: "order-1",
          tries: 2,
          dueAt: "2026-11-21T12:05:00Z",
          failingSince: null,
          parkedAt: null,
          error: "the mail server is away",
          money: null,
        },
      ],
    },
  ],
  ...change,
});

let requests: string[];

beforeEach(() => {
  storeToken("t");
  requests = [];
  server.use(
    on.get("/auth/me", { ...customer, role: "admin" }),
    on.get("/admin/operations", overview()),
    on.get("/admin/story", ({ query }) => {
      requests.push(query.toString());
      if (query.get("correlation") === "none") return refusal(404, "No event of this request was found");
      return query.get("reach") === "20000" ? story() : story({ complete: true, from: 1 });
    }),
  );
});

it("shows the results of a request: events, views and process managers", async () => {
  open("/admin/operations?tab=story&position=40");
  const events = within(await screen.findByRole("region", { name: "What happened" }));
  expect(events.getByText("The customer cancelled the order.")).toBeVisible();
  expect(events.getByText("The process manager decided to refund.").parentElement).toHaveStyle({
    marginInlineStart: "0.75rem",
  });
  expect(events.getByRole("link", { name: "RefundDecided at 41" })).toHaveAttribute(
    "href",
    "/admin/operations?tab=events&position=41",
  );
  const views = screen.getByRole("region", { name: "What shows it" });
  expect(within(views).getAllByText("2 of 2 events")[0]).toBeInTheDocument();
  expect(within(views).getAllByText("not yet all: 20 events behind the log")[0]).toBeInTheDocument();
  expect(within(views).getAllByText("1 event left out, because the stream is parked")[0]).toBeInTheDocument();
  const managers = within(screen.getByRole("region", { name: "What process managers did because of it" }));
  expect(managers.getByText("Nothing left to do")).toBeVisible();
  expect(managers.getByText("made 1 event of this story")).toBeVisible();
  expect(managers.getByText("Fails and tries again")).toBeVisible();
  expect(managers.getByText("the mail server is away")).toBeVisible();
});

it("searches more of the log when part of it is unread", async () => {
  open("/admin/operations?tab=story&position=40");
  expect(await screen.findByText(/from position 21 to 60/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Look at more of the log" }));
  expect(await screen.findByText("The whole log was looked at.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Look at more of the log" })).toBeNull();
  expect(requests).toEqual(["position=40&reach=20000", "position=40&reach=200000"]);
});

it("finds a story by a position or an ID, and reports a missing one", async () => {
  const router = open("/admin/operations?tab=story");
  expect(await screen.findByText("No story chosen")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Correlation ID or position"), "4,090");
  await userEvent.click(screen.getByRole("button", { name: "Show the story" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "story", position: "4090" }));
  const field = await screen.findByDisplayValue("4090");
  await userEvent.clear(field);
  await userEvent.type(field, "none");
  await userEvent.click(screen.getByRole("button", { name: "Show the story" }));
  expect(await screen.findByText("No event of this request was found")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Look further back" }));
  await waitFor(() => expect(requests.at(-1)).toBe("correlation=none&reach=200000"));
});
