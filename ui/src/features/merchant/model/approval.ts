import type { Product } from "@/api/types";
import type { BadgeTone } from "@/ui/Badge";
import { texts } from "../texts";

/** Where a product stands with the admins, in the shop's words. */
export function approvalLabel(status: Product["approvalStatus"] | undefined): {
  label: string;
  tone: BadgeTone;
} {
  switch (status) {
    case "approved":
      return { label: texts.approval.approved, tone: "leaf" };
    case "rejected":
      return { label: texts.approval.rejected, tone: "danger" };
    case "resubmitted":
      return { label: texts.approval.resubmitted, tone: "butter" };
    default:
      return { label: texts.approval.pending, tone: "butter" };
  }
}

/** Out of stock at 0, low at or below the threshold. */
export function stockLabel({ quantity, lowStockThreshold = 5 }: Product["inventory"]): {
  label: string;
  tone: BadgeTone;
} {
  if (quantity <= 0) return { label: texts.stock.out, tone: "danger" };
  if (quantity <= lowStockThreshold) return { label: texts.stock.low(quantity), tone: "butter" };
  return { label: texts.stock.in(quantity), tone: "neutral" };
}
