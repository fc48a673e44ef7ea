import type { Product } from "@/api/types";
import { stockLevel } from "@/lib/stock";
import type { BadgeTone } from "@/ui/Badge";
import { texts } from "../texts";

interface Label {
  label: string;
  tone: BadgeTone;
}

/** A product's approval state in the shop's words. */
export function approvalLabel(status: Product["approvalStatus"] | undefined): Label {
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

/** The state of the organic certificate; null for products without an organic claim. */
export function certificateLabel({
  isOrganic,
  organicCertificate,
}: Pick<Product, "isOrganic" | "organicCertificate">): Label | null {
  if (!isOrganic) return null;
  switch (organicCertificate?.status) {
    case undefined:
      return { label: texts.certificate.awaiting, tone: "butter" };
    case "approved":
      return { label: texts.certificate.certified, tone: "leaf" };
    case "rejected":
      return { label: texts.certificate.rejected, tone: "danger" };
    default:
      return { label: texts.certificate.underReview, tone: "butter" };
  }
}

const stockTone = { out: "danger", low: "butter", in: "neutral" } as const;

/** The stock level in the shop's words. */
export function stockLabel(inventory: Product["inventory"]): Label {
  const level = stockLevel(inventory);
  return { label: texts.stock[level], tone: stockTone[level] };
}
