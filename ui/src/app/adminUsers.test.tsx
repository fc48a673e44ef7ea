import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { lists, mockLists } from "../../tests/adminLists";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { onScreen } from "../../tests/screen";
import { server } from "../../tests/server";
import { order } from "../../tests/shop";

mockLists();

const USERS = "/dashboard/admin?tab=users";
const table = async () => within(await screen.findByRole("table", { name: "Users" }));
const pick = async (name: string) =>
  userEvent.click((await table()).getByRole("checkbox", { name: `Select ${name}` }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const dialog = (name: string) => within(screen.getByRole("alertdialog", { name }));
const confirm = (title: string, button: string) =>
  userEvent.click(dialog(title).getByRole("button", { name: button }));
const broken = () => new Response("{}", { status: 500 });

it("shows the totals in the titles of the tabs, and every user in a table", async () => {
  open(USERS);
  expect((await table()).getAllByRole("row")).toHaveLength(5);
  expect(await screen.findByRole("tab", { name: "Users (41)" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tab", { name: "Products (3)" })).toBeVisible();
  expect(screen.getByText("41 users")).toBeVisible();
  const row = within((await table()).getByRole("row", { name: /Walt Waits/ }));
  expect(row.getByText("Pending")).toBeVisible();
  expect(row.getByText("Waiting Farm")).toBeVisible();
});

it("folds the filters on a phone, and shows how many are active", async () => {
  open(`${USERS}&role=merchant`);
  const fold = await screen.findByRole("button", { name: "Filters (1)" });
  expect(fold).toHaveAttribute("aria-expanded", "false");
  const filters = document.getElementById(fold.getAttribute("aria-controls") ?? "");
  expect(filters).toContainElement(screen.getByLabelText("Role"));
  expect(filters).toHaveClass("max-sm:hidden");
  await userEvent.click(fold);
  expect(fold).toHaveAttribute("aria-expanded", "true");
  expect(filters).not.toHaveClass("max-sm:hidden");
});

it("keeps search, filters and page in the URL", async () => {
  const router = open(USERS);
  await table();
  await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
  await waitFor(() => expect(router.state.location.href).toBe(`${USERS}&page=3`));
  await userEvent.selectOptions(screen.getByLabelText("Role"), "Merchant");
  await userEvent.selectOptions(screen.getByLabelText("Status"), "Pending");
  await userEvent.type(screen.getByLabelText("Search users"), "walt ");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      tab: "users",
      role: "merchant",
      status: "pending",
      q: "walt",
    }),
  );
  await waitFor(() =>
    expect(lists.asked.at(-1)).toBe("page=1&search=walt&role=merchant&status=pending&limit=20"),
  );
  await userEvent.type(screen.getByLabelText("Search users"), "x");
  expect(await screen.findByRole("heading", { name: "No users found" })).toBeVisible();
  await press("Clear the filters");
  await table();
  expect(router.state.location.href).toBe(USERS);
});

it("selects rows and all rows, and reports an empty selection", async () => {
  open(USERS);
  const all = (await table()).getByRole<HTMLInputElement>("checkbox", { name: "Select all on this page" });
  await press("Deactivate");
  expect(screen.getByText("Please select items first")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await pick("Cora Ann Customer");
  expect(screen.queryByText("Please select items first")).not.toBeInTheDocument();
  expect(all.indeterminate).toBe(true);
  expect(screen.getByText("1 selected")).toBeVisible();
  await userEvent.click(all);
  expect(all.indeterminate).toBe(false);
  expect(screen.getByText("4 selected")).toBeVisible();
  await userEvent.click(all);
  expect(screen.getByText("0 selected")).toBeVisible();
});

it("names the failed rows of a bulk action, and keeps them selected", async () => {
  const bodies: unknown[] = [];
  server.use(
    on.post("/admin/users/bulk", async ({ body }) => {
      bodies.push(await body());
      return {
        success: false,
        message: "Some actions failed. Please try again.",
        results: [
          { id: "a1", success: false, message: "Admin users cannot be deactivated" },
          { id: "c1", success: true },
        ],
      };
    }),
  );
  open(USERS);
  await pick("Ada Admin");
  await pick("Cora Ann Customer");
  await press("Deactivate");
  expect(dialog("Deactivate 2 users?").getByText(/They are signed out everywhere/)).toBeVisible();
  await userEvent.type(dialog("Deactivate 2 users?").getByLabelText(/^Reason/), "Spam");
  await confirm("Deactivate 2 users?", "Deactivate");
  const failures = (await screen.findByText("Some actions failed. Please try again.")).closest(
    "[role=alert]",
  );
  expect(failures).toHaveTextContent("1 of 2 went through.");
  expect(failures).toHaveTextContent("Ada Admin: Admin users cannot be deactivated");
  expect(failures).not.toHaveTextContent("Cora");
  await waitFor(() => expect(failures).toHaveFocus());
  expect(bodies).toEqual([{ action: "deactivate", ids: ["a1", "c1"], reason: "Spam" }]);
  expect(screen.getByText("1 selected")).toBeVisible();
  expect((await table()).getByRole("checkbox", { name: "Select Ada Admin" })).toBeChecked();
  await press("Dismiss");
  expect(screen.queryByText("Some actions failed. Please try again.")).not.toBeInTheDocument();
});

it("reports how many were approved, and none when the call fails", async () => {
  const answers = [
    () => broken(),
    () => Response.json({ success: true, results: [{ id: "m9", success: true }] }),
  ];
  server.use(on.post("/admin/users/bulk", () => answers.shift()?.() ?? refusal(500, "asked too often")));
  open(USERS);
  await pick("Walt Waits");
  await press("Approve");
  await confirm("Approve 1 user?", "Approve");
  expect(await dialog("Approve 1 user?").findByText("Some actions failed. Please try again.")).toBeVisible();
  await confirm("Approve 1 user?", "Approve");
  expect(await screen.findByText("1 user was approved")).toBeVisible();
  expect(screen.getByText("0 selected")).toBeVisible();
});

it("opens all details of a user, at their own URL", async () => {
  const router = open(USERS);
  await userEvent.click((await table()).getByRole("link", { name: "Walt Waits" }));
  const detail = within(await screen.findByRole("dialog", { name: "Walt Waits" }));
  expect(router.state.location.href).toBe(`${USERS}&user=m9`);
  expect(detail.getByText("12-3456789")).toBeVisible();
  expect(detail.getByText("9 Waiting Lane, San Francisco, CA 94110")).toBeVisible();
  expect(detail.getByRole("link", { name: "History" })).toHaveAttribute("href", "/admin/audit?subject=m9");
  await userEvent.click(detail.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.href).toBe(USERS));
});

it("rejects a merchant only with a reason, and keeps it after a failure", async () => {
  server.use(on.put("/admin/users/{id}/approve", broken));
  open(`${USERS}&user=m9`);
  const detail = within(await screen.findByRole("dialog", { name: "Walt Waits" }));
  await userEvent.click(detail.getByRole("button", { name: "Reject" }));
  const ask = dialog("Reject Waiting Farm?");
  expect(ask.getByRole("button", { name: "Reject" })).toBeDisabled();
  expect(ask.getByRole("button", { name: "Reject" })).toHaveAccessibleDescription("Please give a reason.");
  await userEvent.type(ask.getByLabelText("Reason"), "No licence");
  await userEvent.click(ask.getByRole("button", { name: "Reject" }));
  expect(await ask.findByText("Failed to update merchant approval")).toBeVisible();
  expect(ask.getByLabelText("Reason")).toHaveValue("No licence");
});

it("keeps the open dialog and its typed reason when the phone is rotated", async () => {
  onScreen({ wide: true });
  open(USERS);
  await userEvent.click((await table()).getByRole("button", { name: "More actions for Cora Ann Customer" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Deactivate" }));
  const ask = dialog("Deactivate Cora Ann Customer?");
  await userEvent.type(ask.getByLabelText(/^Reason/), "Spam");
  act(() => onScreen({ wide: false }));
  expect(screen.getByRole("list", { name: "Users" })).toBeInTheDocument();
  expect(dialog("Deactivate Cora Ann Customer?").getByLabelText(/^Reason/)).toHaveValue("Spam");
  await confirm("Deactivate Cora Ann Customer?", "Deactivate");
  await waitFor(() => expect(lists.sent).toEqual([["deactivate c1", { reason: "Spam" }]]));
});

it("does not deactivate admins, and explains why", async () => {
  open(`${USERS}&user=a1`);
  const detail = within(await screen.findByRole("dialog", { name: "Ada Admin" }));
  const button = detail.getByRole("button", { name: "Deactivate" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription("Admins cannot be deactivated.");
});

it("deactivates a user after a confirmation, and offers Undo", async () => {
  open(`${USERS}&user=c1`);
  const detail = within(await screen.findByRole("dialog", { name: "Cora Ann Customer" }));
  await userEvent.click(detail.getByRole("button", { name: "Deactivate" }));
  expect(lists.sent).toEqual([]);
  await confirm("Deactivate Cora Ann Customer?", "Deactivate");
  expect(await screen.findByText("Cora Ann Customer was deactivated")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(lists.sent).toEqual([["deactivate c1", {}]]);
  await press("Undo");
  expect(await screen.findByText("It was taken back")).toBeVisible();
  expect(lists.sent[1]).toEqual(["reactivate c1", {}]);
});

it("lists the open orders of a merchant before it is deactivated", async () => {
  const open1 = order({ status: "out-for-delivery" });
  server.use(
    on.get("/admin/orders", ({ query }) => {
      const asked = query.get("merchant") === "m9" && query.get("open") === "true";
      const orders = asked ? [open1] : [];
      const totalOrders = asked ? 21 : 0;
      return { orders, pagination: { currentPage: 1, totalPages: 1, totalOrders, hasMore: false } };
    }),
  );
  lists.users = lists.users.map((user) =>
    user._id === "c1" ? { ...user, _id: "m9", role: "merchant" } : user,
  );
  open(`${USERS}&user=m9`);
  const detail = within(await screen.findByRole("dialog", { name: "Cora Ann Customer" }));
  await userEvent.click(detail.getByRole("button", { name: "Deactivate" }));
  const asks = dialog("Deactivate Cora Ann Customer?");
  expect(await asks.findByRole("link", { name: "GS-261121-7K2QF-1" })).toHaveAttribute("href", "/orders/o1");
  expect(asks.getByText("out for delivery")).toBeVisible();
  expect(asks.getByText("and 20 more")).toBeVisible();
});

it.each([
  ["Deactivate", true, "Failed to deactivate user"],
  ["Reactivate", false, "Failed to reactivate user"],
] as const)("shows in the dialog that %s failed", async (button, isActive, failed) => {
  server.use(on.delete("/admin/users/{id}", broken), on.put("/admin/users/{id}/reactivate", broken));
  lists.users = lists.users.map((user) => (user._id === "c1" ? { ...user, isActive } : user));
  open(`${USERS}&user=c1`);
  const detail = within(await screen.findByRole("dialog", { name: "Cora Ann Customer" }));
  await userEvent.click(detail.getByRole("button", { name: button }));
  await confirm(`${button} Cora Ann Customer?`, button);
  expect(await dialog(`${button} Cora Ann Customer?`).findByText(failed)).toBeVisible();
});

it("reports a link to a user who is not in the list", async () => {
  const router = open(`${USERS}&q=cora&user=gone`);
  expect(await screen.findByText("The user of this link is not in the list below")).toBeVisible();
  await press("Clear the filters");
  await waitFor(() => expect(router.state.location.href).toBe(USERS));
});

it("offers Retry when the users fail to load, and denies former admins", async () => {
  let status = 503;
  server.use(on.get("/admin/users", () => refusal(status, "Not now")));
  open(USERS);
  expect(await screen.findByRole("heading", { name: "The users could not be loaded" })).toBeVisible();
  status = 403;
  await press("Retry");
  expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeVisible();
});
