import type { Product } from "@/api/types";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { texts } from "../../listTexts";

const words = texts.products;
const TONES: Record<Product["approvalStatus"], BadgeTone> = {
  approved: "leaf",
  rejected: "danger",
  pending: "butter",
  resubmitted: "butter",
};
/** The length to which the specification cuts a rejection's reason in a list. */
const MAX_REASON_LENGTH = 50;

/** A product's approval state, and whether it is on sale. */
export function ProductBadges({ product, whole }: { product: Product; whole?: boolean }) {
  const { approvalStatus, isActive, featured, isOrganic, rejectionReason: reason } = product;
  return (
    <div className="grid max-w-72 gap-1.5">
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={TONES[approvalStatus]}>{words.statuses[approvalStatus]}</Badge>
        {!isActive && <Badge tone="danger">{words.statuses.inactive}</Badge>}
        {featured && <Badge tone="leaf">{words.featured}</Badge>}
        {isOrganic && <Badge>{words.organicClaim}</Badge>}
      </span>
      {reason && (
        <p className="text-sm">
          <span className="font-semibold">{words.rejectedBecause}</span>{" "}
          {whole || reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH)}…`}
        </p>
      )}
    </div>
  );
}
