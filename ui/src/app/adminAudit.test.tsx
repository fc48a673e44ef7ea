import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { storeToken } from "@/api/token";
import type { AuditEntry } from "@/api/types";
import * as files from "@/lib/saveAs";
import { on, refusal } from "../../tests/api";
import { admin, entry } from "../../tests/inbox";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";

mockServer();
beforeAll(() => import("@/app/dashboards/AuditPage"));

let entries: AuditEntry[];
let requests: URLSearchParams[];

beforeEach(() => {
  storeToken("t");
  requests = [];
  entries = [
    entry("approved", {
      id: "e2",
      position: 4812,
      before: { approvalStatus: "pending", isActive: true },
      after: { approvalStatus: "approved", isActive: true },
    }),
    entry("cancelled", {
      id: "e1",
      reason: "Ordered twice",
      actor: { id: null, name: "stripe", email: "", role: "system" },
      subject: { type: "order", id: "o1", name: "GS-261121-7K2QF-1" },
    }),
  ];
  server.use(
    on.get("/auth/me", admin),
    on.get("/admin/audit", ({ query }) => {
      requests.push(query);
      const pagination = { currentPage: 1, totalPages: 4000, totalEntries: 100_000, hasMore: true };
      return { entries, pagination };
    }),
  );
});

const table = async () => within(await screen.findByRole("table", { name: "Decisions, newest first" }));
const row = async (name: RegExp) => within((await table()).getByRole("row", { name }));
const last = () => requests.at(-1);

it("shows the actor, decision and reason of each entry, with the changed fields", async () => {
  open("/admin/audit");
  const approved = await row(/Approved/);
  const change = approved.getByText("Approval status").closest("div");
  expect(change).toHaveTextContent("Approval status before: pending → after: approved");
  expect(approved.queryByText("Is active")).not.toBeInTheDocument();
  expect((await row(/Cancelled/)).getByText("“Ordered twice”")).toBeVisible();
  expect(screen.getByText("100,000 entries")).toBeVisible();
});

it("links to the person, the subject and the log position", async () => {
  const router = open("/admin/audit");
  const approved = await row(/Approved/);
  const person = "/dashboard/admin?tab=users&q=ada%40example.com&user=a1";
  expect(approved.getByRole("link", { name: "Ada Admin" })).toHaveAttribute("href", person);
  const productUrl = "/dashboard/admin?tab=products&q=Kale&product=p1";
  expect(approved.getByRole("link", { name: "Kale" })).toHaveAttribute("href", productUrl);
  const order = (await row(/Cancelled/)).getByRole("link", { name: "GS-261121-7K2QF-1" });
  expect(order).toHaveAttribute("href", "/orders/o1");
  await userEvent.click(approved.getByRole("link", { name: "Only what is about Kale" }));
  await waitFor(() => expect(last()?.get("subject")).toBe("p1"));
  const position = (await row(/Approved/)).getByRole("link", {
    name: "Position 4812: the history up to here",
  });
  await userEvent.click(position);
  await waitFor(() => expect(last()?.get("asOf")).toBe("2026-11-20T10:00:00Z"));
  expect(router.state.location.search).toEqual({ subject: "p1", asOf: "2026-11-20T10:00:00Z" });
});

it("keeps every filter in the URL, and sends days in the reader's time zone", async () => {
  const router = open("/admin/audit?page=3");
  await table();
  expect(last()?.get("page")).toBe("3");
  await userEvent.selectOptions(screen.getByLabelText("About"), "Product");
  await userEvent.selectOptions(screen.getByLabelText("Action"), "Approved");
  await userEvent.type(screen.getByLabelText("Who"), "ada@example.com");
  await userEvent.type(screen.getByLabelText("Subject ID"), "p1");
  await userEvent.type(screen.getByLabelText("From"), "2026-11-20");
  await userEvent.type(screen.getByLabelText("To"), "2026-11-21");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      type: "product",
      action: "approved",
      actor: "ada@example.com",
      subject: "p1",
      from: "2026-11-20",
      to: "2026-11-21",
    }),
  );
  await waitFor(() => expect(last()?.get("subject")).toBe("p1"));
  const sent = Object.fromEntries(last() ?? []);
  expect(sent).toMatchObject({ type: "product", action: "approved", actor: "ada@example.com", page: "1" });
  expect(sent.from).toBe(new Date(2026, 10, 20).toISOString());
  expect(sent.to).toBe(new Date(new Date(2026, 10, 22).getTime() - 1).toISOString());
});

it("shows the audit as of a day", async () => {
  const router = open("/admin/audit?asOf=2026-11-20");
  expect(await screen.findByText("As it was on November 20, 2026")).toBeVisible();
  await table();
  expect(last()?.get("asOf")).toBe(new Date(new Date(2026, 10, 21).getTime() - 1).toISOString());
  await userEvent.click(screen.getByRole("button", { name: "Show today" }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/audit"));
});

it("turns pages", async () => {
  const router = open("/admin/audit?type=product");
  await table();
  await userEvent.click(screen.getByRole("button", { name: "Page 4000" }));
  await waitFor(() => expect(last()?.get("page")).toBe("4000"));
  expect(router.state.location.search).toEqual({ type: "product", page: "4000" });
  await waitFor(() => expect(screen.getByText("100,000 entries")).toHaveFocus());
});

it("downloads all matching entries, and shows their number", async () => {
  const saved = vi.spyOn(files, "saveAs").mockImplementation(() => {});
  const pagination = { currentPage: 1, totalPages: 1, totalEntries: 2, hasMore: false };
  let sent: string | null = null;
  server.use(
    on.get("/admin/audit", ({ query }) => {
      if (query.get("format") !== "csv") return { entries, pagination };
      sent = query.toString();
      return new Response('\ufeff"at","reason"\r\n"1","two\nlines"\r\n"2",""\r\n');
    }),
  );
  open("/admin/audit?type=product&page=2");
  await table();
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByText("Downloaded 2 rows")).toBeVisible();
  expect(sent).toBe("type=product&format=csv");
  const bytes = new Uint8Array((await saved.mock.calls[0]?.[0].arrayBuffer()) ?? []);
  expect(bytes.slice(0, 4)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf, 0x22]));
  expect(saved.mock.calls[0]?.[1]).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
});

it("shows an error when the download fails", async () => {
  open("/admin/audit");
  await table();
  server.use(on.get("/admin/audit", () => new Response("{}", { status: 500 })));
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByText("The file could not be downloaded")).toBeVisible();
});

it("shows that nothing matches, and clears the filters", async () => {
  const all = entries;
  entries = [];
  const router = open("/admin/audit?type=view");
  expect(await screen.findByRole("heading", { name: "No decisions found" })).toBeVisible();
  entries = all;
  await userEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
  await table();
  expect(router.state.location.href).toBe("/admin/audit");
});

it("shows a loading error, and retries", async () => {
  let status = 422;
  const message = "from must be a day like 2026-11-21";
  server.use(on.get("/admin/audit", () => refusal(status, message)));
  open("/admin/audit?from=yesterday");
  expect(await screen.findByRole("heading", { name: "The audit could not be loaded" })).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  status = 403;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeVisible();
});

it("is for admins only", async () => {
  server.use(on.get("/auth/me", { ...admin, role: "customer" }));
  const router = open("/admin/audit");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});
