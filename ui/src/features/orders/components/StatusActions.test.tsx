import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { ToastHost } from "@/ui/ToastHost";
import { renderAlone } from "../../../../tests/open";
import { at, mockServer, server } from "../../../../tests/server";
import { order } from "../../../../tests/shop";
import { StatusActions } from "./StatusActions";

mockServer();

let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.use(
    http.put(at("/orders/o1/status"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
});

const show = (change: Parameters<typeof order>[0]) =>
  renderAlone(
    <>
      <StatusActions order={order(change)} />
      <ToastHost />
    </>,
  );
const names = () => screen.queryAllByRole("button").map((button) => button.textContent);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("takes steps without a question at once", async () => {
  show({ status: "pending" });
  expect(names()).toEqual(["Confirm Order", "Cancel Order", "Add a note"]);
  await press("Confirm Order");
  expect(await screen.findByText("Order status updated to Confirmed")).toBeVisible();
  expect(sent).toEqual([{ status: "confirmed" }]);
});

it("sends a note to the customer with the next step, once", async () => {
  show({ status: "pending" });
  await press("Add a note");
  const field = screen.getByLabelText("Note for the customer");
  expect(field).toHaveFocus();
  await userEvent.type(field, " Open until six. ");
  await press("Confirm Order");
  await waitFor(() => expect(sent).toEqual([{ status: "confirmed", note: "Open until six." }]));
  expect(await screen.findByRole("button", { name: "Add a note" })).toBeVisible();
});

it("confirms before a cancel", async () => {
  show({ status: "pending" });
  await press("Cancel Order");
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel order GS-261121-7K2QF-1?" });
  expect(dialog).toHaveTextContent("Cora Ann Customer gets $7.56 back");
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel Order" }));
  await waitFor(() => expect(sent).toEqual([{ status: "cancelled" }]));
});

it("sends an order out with or without a tracking number", async () => {
  show({ status: "preparing", deliveryMethod: "standard-delivery" });
  expect(names()).toEqual(["Out for Delivery", "Ship by carrier", "Add a note"]);
  await press("Out for Delivery");
  const dialog = await screen.findByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Out for Delivery" }));
  await waitFor(() => expect(sent).toEqual([{ status: "out-for-delivery" }]));
});

it("requires a tracking number for a carrier", async () => {
  show({ status: "preparing", deliveryMethod: "standard-delivery" });
  await press("Ship by carrier");
  const dialog = await screen.findByRole("alertdialog");
  const ship = within(dialog).getByRole("button", { name: "Ship by carrier" });
  expect(ship).toBeDisabled();
  expect(ship).toHaveAccessibleDescription("A carrier's tracking number is needed.");
  await userEvent.type(within(dialog).getByLabelText("Tracking number"), " 1Z999 ");
  await userEvent.click(ship);
  await waitFor(() => expect(sent).toEqual([{ status: "shipped", shipping: { trackingNumber: "1Z999" } }]));
});

it("requires a reason for a return", async () => {
  show({ status: "delivered" });
  await press("Accept Return");
  const dialog = await screen.findByRole("alertdialog");
  const accept = within(dialog).getByRole("button", { name: "Accept Return" });
  expect(accept).toBeDisabled();
  expect(accept).toHaveAccessibleDescription("Please give a reason.");
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Bruised on the way.");
  await userEvent.click(accept);
  await waitFor(() => expect(sent).toEqual([{ status: "returned", reason: "Bruised on the way." }]));
});

it("offers the pickup steps, and nothing for a finished order", () => {
  const { unmount } = show({ status: "preparing", deliveryMethod: "pickup" });
  expect(names()).toEqual(["Ready for Pickup", "Add a note"]);
  unmount();
  show({ status: "cancelled" });
  expect(names()).toEqual([]);
});

it.each([
  [
    { success: false, message: "This order was cancelled by the customer" },
    "This order was cancelled by the customer",
  ],
  [{}, "Failed to update order status"],
])("explains a failed step: %j", async (problem, text) => {
  server.use(http.put(at("/orders/o1/status"), () => HttpResponse.json(problem, { status: 409 })));
  show({ status: "confirmed" });
  await press("Start Preparing");
  expect(await screen.findByText(text)).toBeVisible();
});
