import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { ManagerReport, ParkedGroup, ViewReport } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { overview } from "../../tests/operations";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

const build = (number: number, state: "serving" | "previous" | "building") => ({
  number,
  version: 3,
  state,
  position: 120,
  rows: 1_240,
  builtAt: "2026-11-20T08:00:00Z",
});

function view(change: Partial<ViewReport> = {}): ViewReport {
  return {
    name: "catalog",
    version: 3,
    generation: 4,
    state: "serving",
    position: 120,
    lag: 0,
    lagSeconds: 0,
    parked: 0,
    rows: 1_240,
    pausedAt: null,
    error: null,
    builtAt: "2026-11-20T08:00:00Z",
    askedBy: null,
    generations: [build(4, "serving")],
    ...change,
  };
}

const parked: ParkedGroup = {
  error: "cannot read OrderTeleported version …",
  total: 3,
  owners: ["orders"],
  items: [
    {
      kind: "view",
      owner: "orders",
      generation: 2,
      stream: "order-1",
      event: "OrderTeleported",
      version: 4,
      position: 77,
      error: "cannot read OrderTeleported version 9",
      since: "2026-11-21T09:00:00Z",
      tries: 6,
      waiting: 2,
      moreWait: false,
    },
  ],
};

const manager: ManagerReport = {
  name: "make_good_when_cancelled",
  category: "order",
  state: "failing",
  position: 118,
  lag: 2,
  entries: 2,
  overdue: 1,
  failing: 1,
  parked: 0,
  subjects: [
    {
      step: "make good when cancelled",
      stream: "order-2",
      tries: 3,
      dueAt: "2026-11-21T09:05:00Z",
      failingSince: "2026-11-21T09:00:00Z",
      parkedAt: null,
      error: "the provider is not available",
      money: { kind: "refund", amount: 12.5 },
    },
  ],
};

let views: ViewReport[];
let groups: ParkedGroup[];
let sent: [string, unknown][];

beforeEach(() => {
  storeToken("t");
  views = [view(), view({ name: "orders", parked: 1, lag: 5, lagSeconds: 2.4 })];
  groups = [parked];
  sent = [];
  server.use(
    on.get("/auth/me", { ...customer, role: "admin" }),
    on.get(
      "/admin/operations",
      overview({
        sentence: "All views current; 1 event parked",
        head: 1_250,
        parked: { events: 1, steps: 0 },
      }),
    ),
    on.get("/admin/views", () => ({ views })),
    on.get("/admin/parked", () => ({ total: groups.length, groups, more: false })),
    on.get("/admin/managers", {
      lease: {
        kind: "managers",
        name: "process managers",
        generation: null,
        host: "market-1",
        process: 42,
        address: null,
        since: "2026-11-21T08:00:00Z",
      },
      managers: [manager],
    }),
    on.post("/admin/views/{name}/pause", async ({ params, body }) => {
      sent.push([`pause ${String(params.name)}`, await body()]);
      views = [view({ state: "paused", pausedAt: "2026-11-21T09:11:00Z" })];
      return { success: true };
    }),
    on.post("/admin/parked/skip", async ({ body }) => {
      sent.push(["skip", await body()]);
      groups = [];
      return { success: true };
    }),
  );
});

const group = (name: string) => screen.findByRole("group", { name });
const dialog = () => within(screen.getByRole("alertdialog"));

it("says in one sentence how things are, and how each view is", async () => {
  open("/admin/operations");
  expect(await screen.findByText("All views current; 1 event parked")).toBeVisible();
  expect(screen.getByText("The log ends at position 1,250.")).toBeVisible();
  const catalog = within(await group("catalog"));
  expect(catalog.getByText("Serving")).toBeVisible();
  expect(catalog.getByText("Current")).toBeVisible();
  expect(within(await group("orders")).getByText("5 events, 2 seconds")).toBeVisible();
});

it("pauses a view for a reason, and keeps the reason when that fails", async () => {
  server.use(on.post("/admin/views/{name}/pause", () => refusal(503, "The database cannot be reached.")));
  open("/admin/operations");
  await userEvent.click(within(await group("catalog")).getByRole("button", { name: "Pause catalog" }));
  expect(dialog().getByRole("button", { name: "Pause" })).toBeDisabled();
  expect(dialog().getByText("Please give a reason.")).toBeVisible();
  await userEvent.type(dialog().getByLabelText("Reason"), "A repair");
  await userEvent.click(dialog().getByRole("button", { name: "Pause" }));
  expect(await dialog().findByText("The database cannot be reached.")).toBeVisible();
  expect(dialog().getByLabelText("Reason")).toHaveValue("A repair");
});

it("shows a paused view as such, and offers to resume it", async () => {
  open("/admin/operations");
  await userEvent.click(within(await group("catalog")).getByRole("button", { name: "Pause catalog" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "A repair");
  await userEvent.click(dialog().getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("catalog is paused")).toBeVisible();
  expect(await within(await group("catalog")).findByText("Paused")).toBeVisible();
  expect(within(await group("catalog")).getByRole("button", { name: "Resume catalog" })).toBeVisible();
  expect(sent).toEqual([["pause catalog", { reason: "A repair" }]]);
});

it("asks for the name before a rebuild", async () => {
  open("/admin/operations");
  await userEvent.click(within(await group("catalog")).getByRole("button", { name: "Rebuild catalog" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "Prices are missing");
  expect(dialog().getByRole("button", { name: "Rebuild" })).toBeDisabled();
  await userEvent.type(dialog().getByLabelText("Type catalog to confirm"), "catalog");
  expect(dialog().getByRole("button", { name: "Rebuild" })).toBeEnabled();
});

it("follows a rebuild, and offers to roll back only where a build before is left", async () => {
  const rebuild = {
    generation: 5,
    version: 4,
    position: 60,
    lag: 60,
    events: 1_200,
    eventsPerSecond: 800.4,
    secondsLeft: 90,
    running: true,
    beganAt: "2026-11-21T09:00:00Z",
    askedBy: null,
    error: null,
  };
  const generations = [build(3, "previous"), build(4, "serving"), build(5, "building")];
  views = [view({ rebuild, generations }), view({ name: "orders" })];
  open("/admin/operations");
  const catalog = within(await group("catalog"));
  expect(catalog.getByRole("progressbar", { name: "Rebuild of catalog" })).toHaveAttribute("value", "0.5");
  expect(catalog.getByText("1,200 events applied, 800 a second")).toBeVisible();
  expect(catalog.getByText("2 min left")).toBeVisible();
  expect(catalog.getByRole("button", { name: "Roll catalog back" })).toBeVisible();
  const orders = within(await group("orders"));
  expect(orders.queryByRole("button", { name: "Roll orders back" })).toBeNull();
});

it("skips what is parked for a reason", async () => {
  open("/admin/operations?tab=parked");
  const parkedGroup = within(await group("Parked: cannot read OrderTeleported version …"));
  expect(parkedGroup.getByText("2 events wait behind it", { exact: false })).toBeVisible();
  expect(parkedGroup.getByText("and 2 more streams")).toBeVisible();
  await userEvent.click(parkedGroup.getByRole("button", { name: "Skip order-1 of orders" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "It never happened");
  await userEvent.click(dialog().getByRole("button", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "Nothing is parked" })).toBeVisible();
  expect(sent).toEqual([["skip", { owner: "orders", stream: "order-1", reason: "It never happened" }]]);
});

it("shows the steps of the process managers with the money at stake", async () => {
  const router = open("/admin/operations");
  await group("catalog");
  await userEvent.click(screen.getByRole("tab", { name: "Process managers" }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/operations?tab=managers"));
  expect(await screen.findByText(/Run by market-1, 42 since/)).toBeVisible();
  const row = within(await screen.findByRole("row", { name: /order-2/ }));
  expect(row.getByText("$12.50 to be refunded")).toBeVisible();
  expect(row.getByText("the provider is not available")).toBeVisible();
});

it("is not for others", async () => {
  server.use(on.get("/auth/me", customer), on.get("/products", { products: [] } as never));
  const router = open("/admin/operations");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});
