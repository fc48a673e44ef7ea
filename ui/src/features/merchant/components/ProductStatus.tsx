import type { Product } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { approvalLabel, certificateLabel } from "../model/approval";
import { texts } from "../texts";
import { ResubmitButton } from "./ResubmitButton";

interface Props {
  product: Product;
  /** Omits the buttons that resubmit. */
  readOnly?: boolean;
}

/** The approval state of a product and its certificate, the admins' feedback, and the buttons that resubmit. */
export function ProductStatus({ product, readOnly }: Props) {
  const approval = approvalLabel(product.approvalStatus);
  const certificate = certificateLabel(product);
  const reason = product.organicCertificate?.reason;
  return (
    <div className={cx("grid justify-items-start gap-2", !readOnly && "max-w-80")}>
      <p className="flex flex-wrap gap-1.5">
        <Badge tone={approval.tone}>{approval.label}</Badge>
        {!product.isActive && <Badge>{texts.products.inactive}</Badge>}
      </p>
      {product.deactivatedByAdmin && <p className="text-sm">{texts.products.offByAdmin}</p>}
      {product.approvalStatus === "rejected" && (
        <>
          {product.rejectionReason && (
            <p className="text-sm">
              <span className="font-semibold">{texts.products.feedback}</span> {product.rejectionReason}
            </p>
          )}
          {!readOnly && <ResubmitButton product={product} kind="product" />}
        </>
      )}
      {certificate && (
        <>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            {texts.certificate.label} <Badge tone={certificate.tone}>{certificate.label}</Badge>
          </p>
          {product.organicCertificate?.status === "rejected" && (
            <>
              {reason && (
                <p className="text-sm">
                  <span className="font-semibold">{texts.certificate.reason}</span> {reason}
                </p>
              )}
              {!readOnly && <ResubmitButton product={product} kind="certificate" />}
            </>
          )}
        </>
      )}
    </div>
  );
}
