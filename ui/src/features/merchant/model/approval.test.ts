import { expect, it } from "vitest";
import { approvalLabel, stockLabel } from "./approval";

it("shows approval states in the shop's words", () => {
  expect(
    (["approved", "rejected", "resubmitted", "pending", undefined] as const).map(
      (status) => approvalLabel(status).label,
    ),
  ).toEqual(["Live", "Needs Changes", "Under Review", "Pending", "Pending"]);
});

it("derives the stock level from the threshold", () => {
  expect(
    [0, 5, 6].map((quantity) => stockLabel({ quantity, unit: "pound", lowStockThreshold: 5 }).label),
  ).toEqual(["Out of stock", "Low stock: 5", "In stock: 6"]);
});
