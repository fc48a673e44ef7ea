import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ToastHost } from "@/ui/ToastHost";
import { renderAlone } from "../../../../tests/open";
import type { Verdict } from "../api/admin";
import { VerdictButtons } from "./VerdictButtons";

function show(judge: (verdict: Verdict) => Promise<unknown> = () => Promise.resolve()) {
  const judged = vi.fn<typeof judge>(judge);
  renderAlone(
    <>
      <VerdictButtons name="Kale" consequence="Customers can buy it." judge={judged} failure="It failed" />
      <ToastHost />
    </>,
  );
  return judged;
}

it("approves after a question that names the thing and what follows", async () => {
  const judge = show();
  await userEvent.click(screen.getByRole("button", { name: "Approve Kale" }));
  const dialog = screen.getByRole("alertdialog", { name: "Approve Kale?" });
  expect(dialog).toHaveAccessibleDescription("Customers can buy it.");
  expect(judge).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(screen.getByText("Kale was approved")).toBeVisible());
  expect(judge.mock.calls[0]?.[0]).toEqual({ approved: true });
});

it("rejects only with a reason, and says so beside the disabled button", async () => {
  const judge = show();
  await userEvent.click(screen.getByRole("button", { name: "Reject Kale" }));
  const dialog = screen.getByRole("alertdialog", { name: "Reject Kale?" });
  const reject = within(dialog).getByRole("button", { name: "Reject" });
  expect(reject).toBeDisabled();
  expect(reject).toHaveAccessibleDescription("Please give a reason.");
  expect(within(dialog).getByText("Please give a reason.")).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText("Reason"), "   ");
  expect(reject).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText("Reason"), "The picture is of beets.");
  await userEvent.click(reject);
  await waitFor(() => expect(screen.getByText("Kale was rejected")).toBeVisible());
  expect(judge.mock.calls[0]?.[0]).toEqual({ approved: false, reason: "The picture is of beets." });
});

it("does nothing when it is called off", async () => {
  const judge = show();
  await userEvent.click(screen.getByRole("button", { name: "Approve Kale" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(judge).not.toHaveBeenCalled();
});

it("keeps the reason when it failed, and says so in the dialog", async () => {
  const answers = [() => Promise.reject(new Error("x")), () => Promise.resolve()];
  const judge = show(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
  await userEvent.click(screen.getByRole("button", { name: "Reject Kale" }));
  const dialog = screen.getByRole("alertdialog", { name: "Reject Kale?" });
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Blurred picture");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  expect(await within(dialog).findByText("It failed")).toBeVisible();
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("Blurred picture");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(screen.getByText("Kale was rejected")).toBeVisible());
  expect(judge).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});
