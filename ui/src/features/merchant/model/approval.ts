import type { Product } from "@/api/types";
import type { BadgeTone } from "@/ui/Badge";

/** Where a product stands with the admins, in the shop's words. */
export function approvalLabel(status: Product["approvalStatus"] | undefined): {
  label: string;
  tone: BadgeTone;
} {
  switch (status) {
    case "approved":
      return { label: "Live", tone: "leaf" };
    case "rejected":
      return { label: "Needs Changes", tone: "danger" };
    case "resubmitted":
      return { label: "Under Review", tone: "butter" };
    default:
      return { label: "Pending", tone: "butter" };
  }
}

/** Out of stock at 0, low at or below the threshold. */
export function stockLabel({ quantity, lowStockThreshold = 5 }: Product["inventory"]): {
  label: string;
  tone: BadgeTone;
} {
  if (quantity <= 0) return { label: "Out of stock", tone: "danger" };
  if (quantity <= lowStockThreshold) return { label: `Low stock: ${quantity}`, tone: "butter" };
  return { label: `In stock: ${quantity}`, tone: "neutral" };
}
