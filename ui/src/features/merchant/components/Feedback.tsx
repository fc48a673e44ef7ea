import { useUser } from "@/api/session";
import type { Product } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { zoneAt } from "@/lib/timeZone";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { approvalLabel } from "../model/approval";
import { texts } from "../texts";
import { ProductStatus } from "./ProductStatus";

const words = texts.history;

/** The product's approval state, the admins' feedback, and earlier decisions. */
export function Feedback({ product }: { product: Product }) {
  const timeZone = zoneAt(useUser()?.address);
  const decisions = product.approvalHistory ?? [];
  return (
    <Card tone={product.approvalStatus === "rejected" ? "butter" : "plain"} className="grid gap-3">
      <ProductStatus product={product} readOnly />
      {decisions.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-6 font-semibold">{words.title(decisions.length)}</summary>
          <ol className="mt-2 grid gap-2 border-l-2 border-line pl-4">
            {decisions.toReversed().map(({ status, reviewedAt, reason, notes }) => (
              <li key={reviewedAt}>
                <Badge tone={approvalLabel(status).tone}>{words.decided[status]}</Badge>{" "}
                <time dateTime={reviewedAt} className="text-muted">
                  {formatDateTime(reviewedAt, timeZone)}
                </time>
                {(reason ?? notes) && <span className="block">{reason ?? notes}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}
