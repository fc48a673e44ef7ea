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
      step: null,
      money: null,
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
      id: "0199c0de-0000-7000-8000-000000000002",
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
        leases: [
          {
            kind: "view",
            name: "catalog",
            generation: 4,
            host: "market-2",
            process: 43,
            address: null,
            since: "2026-11-21T08:00:00Z",
          },
        ],
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

it("sums up the system's health in a sentence, and shows the state of each view", async () => {
  open("/admin/operations");
  expect(await screen.findByText("All views current; 1 event parked")).toBeVisible();
  expect(screen.getByText("The log ends at position 1,250.")).toBeVisible();
  const catalog = within(await group("catalog"));
  expect(catalog.getByText("Serving")).toBeVisible();
  expect(catalog.getByText("Current")).toBeVisible();
  expect(within(await group("orders")).getByText("5 events, 2 seconds")).toBeVisible();
});

it("pauses a view for a reason, and keeps the reason after a failure", async () => {
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

it("shows a paused view, and offers to resume it", async () => {
  open("/admin/operations");
  await userEvent.click(within(await group("catalog")).getByRole("button", { name: "Pause catalog" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "A repair");
  await userEvent.click(dialog().getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("catalog is paused")).toBeVisible();
  expect(await within(await group("catalog")).findByText("Paused")).toBeVisible();
  expect(within(await group("catalog")).getByRole("button", { name: "Resume catalog" })).toBeVisible();
  expect(sent).toEqual([["pause catalog", { reason: "A repair" }]]);
});

it("requires the view's name before a rebuild", async () => {
  open("/admin/operations");
  await userEvent.click(within(await group("catalog")).getByRole("button", { name: "Rebuild catalog" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "Prices are missing");
  expect(dialog().getByRole("button", { name: "Rebuild" })).toBeDisabled();
  await userEvent.type(dialog().getByLabelText("Type catalog to confirm"), "catalog");
  expect(dialog().getByRole("button", { name: "Rebuild" })).toBeEnabled();
});

const rebuild = {
  generation: 5,
  version: 4,
  position: 60,
  lag: 60,
  events: 1_200,
  eventsPerSecond: 800.4,
  secondsLeft: 90,
  running: true,
  held: true,
  reviewedAt: null,
  beganAt: "2026-11-21T09:00:00Z",
  askedBy: null,
  error: null,
};

it("shows the differences of a build, masks personal values, and swaps the build in", async () => {
  const generations = [build(4, "serving"), build(5, "building")];
  const complete = { ...rebuild, position: 120, lag: 0, running: false, reviewedAt: "2026-11-21T09:05:00Z" };
  views = [view({ rebuild: complete, generations })];
  const table = { servingRows: 12, rebuiltRows: 12, added: 0, removed: 0, changed: 0, examples: [] };
  server.use(
    on.get("/admin/views/{name}/review", {
      generation: 5,
      serving: 4,
      position: 120,
      comparedAt: "2026-11-21T09:05:00Z",
      parked: 0,
      notCompared: null,
      tables: [
        {
          ...table,
          table: "products",
          changed: 2,
          examples: [
            {
              kind: "changed",
              key: "p-1",
              fields: [
                { name: "price", before: "350", after: "400", masked: false },
                { name: "note", before: "…", after: null, masked: true },
              ],
            },
          ],
        },
        { ...table, table: "stock" },
      ],
    }),
    on.post("/admin/views/{name}/swap", async ({ params, body }) => {
      sent.push([`swap ${String(params.name)}`, await body()]);
      views = [view({ generation: 5, generations: [build(4, "previous"), build(5, "serving")] })];
      return Response.json({ success: true }, { status: 202 });
    }),
  );
  open("/admin/operations");
  const catalog = within(await group("catalog"));
  const walk = within(catalog.getByRole("list", { name: "Steps of the rebuild of catalog" }));
  expect(walk.getByText(/Look at the differences/)).toHaveAttribute("aria-current", "step");
  expect(await catalog.findByText("2 changed")).toBeVisible();
  expect(catalog.getByText("1 more table without differences.")).toBeVisible();
  await userEvent.click(catalog.getByText("1 example"));
  const row = within(catalog.getByRole("row", { name: /price/ }));
  expect(row.getByText("350")).toBeVisible();
  expect(row.getByText("400")).toBeVisible();
  expect(within(catalog.getByRole("row", { name: /note/ })).getByText("masked")).toBeVisible();
  await userEvent.click(catalog.getByRole("button", { name: "Let the new build of catalog serve" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "The prices are right");
  await userEvent.type(dialog().getByLabelText("Type catalog to confirm"), "catalog");
  await userEvent.click(dialog().getByRole("button", { name: "Let it serve" }));
  expect(await catalog.findByRole("button", { name: "Roll catalog back" })).toBeVisible();
  expect(sent).toEqual([["swap catalog", { reason: "The prices are right" }]]);
});

it("follows a rebuild, and offers to roll back only to an existing earlier build", async () => {
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

it("skips a parked stream for a reason", async () => {
  open("/admin/operations?tab=parked");
  const parkedGroup = within(await group("Parked: cannot read OrderTeleported version …"));
  const links = parkedGroup.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links.slice(0, 2)).toEqual([
    "/admin/operations?tab=events&position=77",
    "/admin/operations?tab=stream&stream=order-1&version=4",
  ]);
  expect(parkedGroup.getByText("2 events wait behind it", { exact: false })).toBeVisible();
  expect(parkedGroup.getByText("and 2 more streams")).toBeVisible();
  await userEvent.click(parkedGroup.getByRole("button", { name: "Skip order-1 of orders" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "It never happened");
  await userEvent.type(dialog().getByLabelText("Type orders to confirm"), "orders");
  await userEvent.click(dialog().getByRole("button", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "Nothing is parked" })).toBeVisible();
  expect(sent).toEqual([["skip", { owner: "orders", stream: "order-1", reason: "It never happened" }]]);
});

it("shows the effect of a retry without changing anything", async () => {
  const tried = {
    outcome: "applied",
    applied: 3,
    waiting: 3,
    event: null,
    version: null,
    position: null,
  } as const;
  server.use(on.get("/admin/parked/dry-run", { ...tried, error: null }));
  open("/admin/operations?tab=parked");
  const parkedGroup = within(await group("Parked: cannot read OrderTeleported version …"));
  const button = () =>
    parkedGroup.getByRole("button", { name: "Try order-1 of orders without changing anything" });
  await userEvent.click(button());
  expect(
    await parkedGroup.findByText(
      "It would be applied, and 2 events behind it would follow. Nothing was changed.",
    ),
  ).toBeVisible();
  const again = { ...tried, outcome: "parked", applied: 1, event: "OrderMoved", version: 5 } as const;
  server.use(on.get("/admin/parked/dry-run", { ...again, error: "there is no Mars" }));
  await userEvent.click(button());
  const text = "1 event would be applied; event 5 would fail again: there is no Mars";
  expect(await parkedGroup.findByText(text)).toBeVisible();
  expect(sent).toEqual([]);
});

it("runs a step now, and skips it only when its money is settled", async () => {
  server.use(
    on.post("/admin/managers/{name}/run-now", async ({ params, body }) => {
      sent.push([`run ${String(params.name)}`, await body()]);
      return { success: true };
    }),
    on.post("/admin/managers/{name}/skip", async ({ params, body }) => {
      sent.push([`skip ${String(params.name)}`, await body()]);
      return { success: true };
    }),
  );
  open("/admin/operations?tab=managers");
  const of = "order-2 of make_good_when_cancelled";
  await userEvent.click(await screen.findByRole("button", { name: `Run now ${of}` }));
  await userEvent.type(dialog().getByLabelText("Reason"), "The provider is back");
  await userEvent.click(dialog().getByRole("button", { name: "Run now" }));
  expect(await screen.findByText(`${of} is run now`)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: `Skip ${of}` }));
  await userEvent.type(dialog().getByLabelText("Reason"), "Paid by hand");
  await userEvent.type(
    dialog().getByLabelText("Type make_good_when_cancelled to confirm"),
    "make_good_when_cancelled",
  );
  expect(dialog().getByText(/\$12\.50 is due to the customer/)).toBeVisible();
  expect(dialog().getByRole("button", { name: "Skip" })).toBeDisabled();
  await userEvent.click(dialog().getByLabelText("I have settled $12.50 in another way"));
  await userEvent.click(dialog().getByRole("button", { name: "Skip" }));
  expect(await screen.findByText(`${of} was skipped`)).toBeVisible();
  const step = manager.subjects[0]?.id;
  expect(sent).toEqual([
    ["run make_good_when_cancelled", { step, reason: "The provider is back" }],
    ["skip make_good_when_cancelled", { step, reason: "Paid by hand", settled: true }],
  ]);
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
  const leases = within(screen.getByRole("table", { name: "Who writes what" }));
  expect(leases.getByRole("row", { name: /catalog 4 market-2, 43/ })).toBeVisible();
});

it("is closed to everyone but admins", async () => {
  server.use(on.get("/auth/me", customer), on.get("/products", { products: [] } as never));
  const router = open("/admin/operations");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

it("shows the last backup and the last rehearsal", async () => {
  open("/admin/operations");
  const backups = within(await screen.findByRole("group", { name: "Backups" }));
  expect(backups.getByText(/^Nov 2[01], 2026/)).toBeVisible();
  expect(backups.getByText(/^Oct 1, 2026/)).toBeVisible();
  expect(backups.queryByText(/greenstall/)).toBeNull();
});

it("explains what to do when a backup or a rehearsal is due", async () => {
  const old = {
    lastBackup: "2026-11-01T03:00:00Z",
    backupDue: true,
    lastRehearsal: null,
    rehearsalDue: true,
  };
  server.use(on.get("/admin/operations", overview({ backups: old })));
  open("/admin/operations");
  const backups = within(await screen.findByRole("group", { name: "Backups" }));
  expect(backups.getByText("It is older than a day. Write one with “greenstall backup FILE”.")).toBeVisible();
  expect(backups.getByText("Never")).toBeVisible();
  expect(backups.getByText(/^Nobody has tried a restore\. Restore a backup elsewhere/)).toBeVisible();
});
