import { expect, it } from "vitest";
import { product } from "../../../../tests/shop";
import { approvalLabel, certificateLabel, stockLabel } from "./approval";

it("shows approval states in the shop's words", () => {
  expect(
    (["approved", "rejected", "resubmitted", "pending", undefined] as const).map(
      (status) => approvalLabel(status).label,
    ),
  ).toEqual(["Live", "Needs Changes", "Under Review", "Pending", "Pending"]);
});

it("shows the states of a certificate, and nothing where none is needed", () => {
  const certificate = { url: null, filename: null, originalName: null, reason: null, reviewedAt: null };
  const labelOf = (status: "pending" | "resubmitted" | "approved" | "rejected" | null) =>
    certificateLabel(product({ isOrganic: true, organicCertificate: status && { ...certificate, status } }))
      ?.label;
  expect([null, "pending", "resubmitted", "approved", "rejected"].map((s) => labelOf(s as null))).toEqual([
    "Awaiting Certificate",
    "Under Review",
    "Under Review",
    "Certified",
    "Rejected",
  ]);
  expect(certificateLabel(product())).toBeNull();
});

it("shows the stock level", () => {
  expect(
    [0, 5, 6].map((quantity) => stockLabel({ quantity, unit: "pound", lowStockThreshold: 5 }).label),
  ).toEqual(["Out of stock", "Low stock", "In stock"]);
});
