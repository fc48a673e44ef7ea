import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { storeToken } from "@/api/token";
import type { Person } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { overview } from "../../tests/operations";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

const ID = "0199c0de-0000-7000-8000-000000000001";
const PATH = "/admin/operations?tab=person&who=0199c0de-0000-7000-8000-000000000001";

const person = (log: Partial<Person["log"]> = {}, change: Partial<Person> = {}): Person => ({
  _id: ID,
  name: "Cora Green",
  email: "cora@example.com",
  role: "customer",
  openOrders: [],
  log: {
    erasedAt: null,
    head: 3000,
    upTo: 3000,
    end: true,
    counts: [{ category: "order", events: 4, readable: 6, erased: 0 }],
    ...log,
  },
  ...change,
});
const forgotten = person(
  { erasedAt: "2026-11-23T12:00:00Z", counts: [{ category: "order", events: 4, readable: 0, erased: 6 }] },
  { name: null, email: null, role: null },
);

const dialog = () => within(screen.getByRole("alertdialog"));
const row = async (name: string) =>
  within(await screen.findByRole("row", { name: new RegExp(`^${name}`) }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

/** A notice moves from the dialog to the page when the dialog closes. */
const expectText = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeVisible());

beforeEach(() => {
  storeToken("t");
  server.use(
    on.get("/auth/me", { ...customer, role: "admin" }),
    on.get("/admin/operations", overview()),
    on.get("/admin/people/{who}", person()),
  );
});

it("finds a person, and sums up the log's events as they are read", async () => {
  const requests: string[] = [];
  server.use(
    on.get("/admin/people/{who}", ({ params, query }) => {
      const after = query.get("after") ?? "";
      requests.push(`${String(params.who)} ${after}`);
      return after === "0"
        ? person({ upTo: 2000, end: false })
        : person({
            counts: [
              { category: "account", events: 1, readable: 2, erased: 0 },
              { category: "order", events: 1000, readable: 1, erased: 0 },
            ],
          });
    }),
  );
  const router = open("/admin/operations?tab=person");
  expect(await screen.findByText("No person chosen")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Email address or account ID"), " cora@example.com {Enter}");
  expect(await screen.findByRole("heading", { name: "Cora Green" })).toBeVisible();
  // The e-mail address is not kept in the URL.
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "person", who: ID }));
  expect(requests[0]).toBe("cora@example.com 0");
  await waitFor(() => expect(requests.at(-1)).toMatch(/ 2000$/));
  await waitFor(async () => expect(await row("order")).toEqual(["1,004", "7", "0"]));
  expect(await row("account")).toEqual(["1", "2", "0"]);
  expect(await row("All")).toEqual(["1,005", "9", "0"]);
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
});

it("exports with a reason, and saves the file", async () => {
  const sent: unknown[] = [];
  server.use(
    on.post("/admin/people/{id}/export", async ({ params, body }) => {
      sent.push([params.id, await body()]);
      return HttpResponse.text('{"events":[]}', { headers: { "Content-Type": "application/json" } });
    }),
  );
  const clickOnLink = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    sent.push(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  open(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  expect(dialog().getByRole("button", { name: "Export" })).toBeDisabled();
  await userEvent.type(dialog().getByLabelText("Reason"), "Asked for by letter");
  await userEvent.type(dialog().getByLabelText("Your current password"), "Secret-1!");
  await userEvent.click(dialog().getByRole("button", { name: "Export" }));
  await expectText("What the log holds about Cora Green was exported");
  expect(clickOnLink).toHaveBeenCalledOnce();
  expect(sent).toEqual([
    [ID, { reason: "Asked for by letter", currentPassword: "Secret-1!" }],
    `person-${ID}.json`,
  ]);
});

it("explains a failed export, and keeps the reason", async () => {
  server.use(on.post("/admin/people/{id}/export", () => refusal(503, "The log cannot be read")));
  open(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "Asked for by letter");
  await userEvent.type(dialog().getByLabelText("Your current password"), "Secret-1!");
  await userEvent.click(dialog().getByRole("button", { name: "Export" }));
  expect(await dialog().findByText("The log cannot be read")).toBeVisible();
  expect(dialog().getByLabelText("Reason")).toHaveValue("Asked for by letter");
});

it("shows the effects of an erasure, erases once the address is typed, and proves it", async () => {
  const sent: unknown[] = [];
  let erased = false;
  server.use(
    on.get("/admin/people/{who}", ({ params }) => {
      if (!erased) return person({}, { openOrders: ["GS-1", "GS-2"] });
      return params.who === ID ? forgotten : refusal(404, "User not found");
    }),
    on.post("/admin/people/{id}/erase", async ({ params, body }) => {
      sent.push([params.id, await body()]);
      erased = true;
      return { success: true };
    }),
  );
  open(PATH);
  expect(await screen.findByText("2 orders not finished: GS‑1, GS‑2.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "What goes" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "What stays" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Erase" }));
  const confirm = () => dialog().getByRole("button", { name: "Erase" });
  await userEvent.type(dialog().getByLabelText("Reason"), "Asked for by letter");
  await userEvent.type(dialog().getByLabelText("Your current password"), "Secret-1!");
  await userEvent.type(dialog().getByLabelText("Type cora@example.com to confirm"), "cora@example.com");
  expect(dialog().getByText("Orders GS‑1, GS‑2: nobody will know where to bring them.")).toBeVisible();
  expect(confirm()).toBeDisabled();
  await userEvent.click(dialog().getByLabelText("Erase although orders are not finished"));
  await userEvent.click(confirm());
  await expectText("Cora Green is forgotten");
  expect(await screen.findByRole("heading", { name: "Proof of the erasure" })).toBeVisible();
  expect(
    screen.getByText("The whole log was read: none of the 6 values of their own can be read any more."),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Erase" })).not.toBeInTheDocument();
  expect(sent).toEqual([
    [ID, { reason: "Asked for by letter", withOpenOrders: true, currentPassword: "Secret-1!" }],
  ]);
});

it("reports data that is still readable, and an unknown person", async () => {
  server.use(
    on.get("/admin/people/{who}", {
      ...forgotten,
      log: { ...forgotten.log, counts: [{ category: "order", events: 4, readable: 1, erased: 5 }] },
    }),
  );
  const first = open(PATH);
  expect(await screen.findByText(/^1 value can still be read\./)).toBeVisible();
  server.use(on.get("/admin/people/{who}", () => refusal(404, "User not found")));
  const field = screen.getByLabelText("Email address or account ID");
  await userEvent.clear(field);
  await userEvent.type(field, "nobody@example.com{Enter}");
  expect(await screen.findByText("User not found")).toBeVisible();
  // Only the field has the address.
  expect(field).toHaveValue("nobody@example.com");
  expect(first.state.location.search).toEqual({ tab: "person", who: ID });
  await userEvent.clear(field);
  await userEvent.type(field, `${ID}{Enter}`);
  expect(await screen.findByText(/^1 value can still be read\./)).toBeVisible();
});

it("shows the erasure while the log is read again", async () => {
  let erased = false;
  const secondPage = deferred<void>();
  server.use(
    on.get("/admin/people/{who}", async ({ query }) => {
      const isFirst = query.get("after") === "0";
      if (erased && !isFirst) await secondPage.promise;
      const log = isFirst ? { upTo: 2000, end: false } : {};
      return erased ? { ...forgotten, log: { ...forgotten.log, ...log } } : person(log);
    }),
    on.post("/admin/people/{id}/erase", () => {
      erased = true;
      return { success: true };
    }),
  );
  open(PATH);
  await waitFor(async () => expect(await row("order")).toEqual(["8", "12", "0"]));
  await userEvent.click(screen.getByRole("button", { name: "Erase" }));
  await userEvent.type(dialog().getByLabelText("Reason"), "Asked for by letter");
  await userEvent.type(dialog().getByLabelText("Your current password"), "Secret-1!");
  await userEvent.type(dialog().getByLabelText("Type cora@example.com to confirm"), "cora@example.com");
  await userEvent.click(dialog().getByRole("button", { name: "Erase" }));
  expect(await screen.findByRole("heading", { name: "Proof of the erasure" })).toBeVisible();
  expect(screen.getByText("Reading the log: 2,000 of 3,000 positions")).toBeVisible();
  expect(await row("order")).toEqual(["4", "0", "6"]);
  secondPage.resolve();
  await waitFor(async () => expect(await row("order")).toEqual(["8", "0", "12"]));
});

it("offers to erase a person with an open payment after the server has refused", async () => {
  const sent: unknown[] = [];
  let erased = false;
  server.use(
    on.get("/admin/people/{who}", () => (erased ? forgotten : person())),
    on.post("/admin/people/{id}/erase", async ({ body }) => {
      const { withOpenOrders } = await body();
      sent.push(withOpenOrders);
      if (!withOpenOrders) return refusal(409, "This person has orders that are not finished.");
      erased = true;
      return { success: true };
    }),
  );
  open(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Erase" }));
  const confirm = () => dialog().getByRole("button", { name: "Erase" });
  await userEvent.type(dialog().getByLabelText("Reason"), "Asked for by letter");
  await userEvent.type(dialog().getByLabelText("Your current password"), "Secret-1!");
  await userEvent.type(dialog().getByLabelText("Type cora@example.com to confirm"), "cora@example.com");
  expect(dialog().queryByRole("checkbox")).not.toBeInTheDocument();
  await userEvent.click(confirm());
  expect(await dialog().findByText("This person has orders that are not finished.")).toBeVisible();
  expect(dialog().getByText(/^A payment is under way, or an order was just placed/)).toBeVisible();
  expect(confirm()).toBeDisabled();
  await userEvent.click(dialog().getByLabelText("Erase although orders are not finished"));
  await userEvent.click(confirm());
  expect(await screen.findByRole("heading", { name: "Proof of the erasure" })).toBeVisible();
  expect(sent).toEqual([false, true]);
});

it("lists some unfinished orders and counts the others", async () => {
  const openOrders = ["A", "B", "C", "D", "E", "F", "G"];
  server.use(on.get("/admin/people/{who}", person({}, { openOrders })));
  open(PATH);
  expect(await screen.findByText("7 orders not finished: A, B, C, D, E and 2 more.")).toBeVisible();
});

it("exports admins but does not erase them", async () => {
  server.use(on.get("/admin/people/{who}", person({}, { role: "admin" })));
  open(PATH);
  expect(await screen.findByRole("button", { name: "Export" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Erase" })).not.toBeInTheDocument();
  expect(screen.getByText(/^Admin accounts cannot be deleted here\./)).toBeVisible();
});
