import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "@/ui/Badge";
import { adminPendingQuery } from "../../api/admin";
import type { ReviewedProduct } from "../../model/review";
import { texts } from "../../inboxTexts";

const linkClass = "font-semibold text-leaf underline underline-offset-4";

/** The seller, linked to the stall, or to the merchant's own pending review. */
export function SellerLink({ merchant }: { merchant: ReviewedProduct["merchant"] }) {
  const { businessName, isApproved } = merchant.businessInfo;
  const waiting = useQuery({ ...adminPendingQuery(), enabled: !isApproved });
  if (isApproved) {
    return (
      <Link to="/merchant/$id" params={{ id: merchant._id }} className={linkClass}>
        {businessName}
      </Link>
    );
  }
  const isWaiting = waiting.data?.pendingMerchants.some(({ _id }) => _id === merchant._id);
  return (
    <>
      {isWaiting ? (
        <Link to="/dashboard/admin" search={{ review: `merchant:${merchant._id}` }} className={linkClass}>
          {businessName}
        </Link>
      ) : (
        businessName
      )}{" "}
      <Badge tone="butter">{texts.facts.sellerNotApproved}</Badge>
    </>
  );
}
