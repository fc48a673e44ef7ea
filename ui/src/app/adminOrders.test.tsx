import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { lists, mockLists } from "../../tests/adminLists";
import { open } from "../../tests/open";

mockLists();

const ORDERS = "/dashboard/admin?tab=orders";
const table = async () => within(await screen.findByRole("table", { name: "Orders" }));

it("shows every order, and the bank's reason for a disputed one", async () => {
  open(ORDERS);
  const row = within((await table()).getByRole("row", { name: /GS-261120-2BBBB-1/ }));
  expect(row.getByText("Open dispute")).toBeVisible();
  expect(row.getByText("$12.50 · fraudulent")).toBeVisible();
  expect(row.getByRole("link", { name: "GS-261120-2BBBB-1" })).toHaveAttribute("href", "/orders/o2");
  expect(screen.getByText("2 orders")).toBeVisible();
});

it("keeps number and dispute in the URL, and links to where disputes are answered", async () => {
  const router = open(ORDERS);
  await table();
  expect(screen.queryByText(/Disputes are answered/)).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Dispute"), "Open dispute");
  await waitFor(() => expect(lists.asked.at(-1)).toBe("page=1&dispute=open&limit=20"));
  expect(await screen.findByText("1 order")).toBeVisible();
  expect(screen.getByText(/Disputes are answered in the payment provider's dashboard/)).toBeVisible();
  await userEvent.type(screen.getByLabelText("Search orders"), "gs-99");
  expect(await screen.findByRole("heading", { name: "No orders found" })).toBeVisible();
  expect(router.state.location.search).toEqual({ tab: "orders", q: "gs-99", dispute: "open" });
});
