import { Link } from "@tanstack/react-router";
import { FileCheck, Store } from "lucide-react";
import { useEffect, useRef } from "react";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { Thumbnail } from "@/ui/Thumbnail";
import { KINDS, type Review } from "../../model/review";
import { texts } from "../../inboxTexts";

interface Props {
  /** Beside the item. Otherwise the item replaces the list, and opens at its top. */
  isWide: boolean;
  reviews: readonly Review[];
  chosen: string | undefined;
}

/** The pending items by kind, oldest first as sent by the server. */
export function InboxList({ isWide, reviews, chosen }: Props) {
  return (
    <div>
      {KINDS.map((kind) => {
        const ofKind = reviews.filter((review) => review.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`inbox-${kind}`}>
            <h3
              id={`inbox-${kind}`}
              className="border-b border-line bg-sunken px-4 py-1.5 text-sm font-semibold"
            >
              {texts.kinds[kind]}
            </h3>
            <ul className="divide-y divide-line border-b border-line">
              {ofKind.map((review) => (
                <li key={review.key}>
                  <Row isWide={isWide} review={review} isChosen={review.key === chosen} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface RowProps {
  isWide: boolean;
  review: Review;
  isChosen: boolean;
}

function Row({ isWide, review, isChosen }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView?.({ block: "nearest" });
  }, [isChosen]);
  return (
    <Link
      ref={link}
      to="/dashboard/admin"
      from="/dashboard/admin"
      search={(search) => ({ ...search, review: review.key })}
      resetScroll={!isWide}
      aria-current={isChosen || undefined}
      className={cx(
        "flex items-center gap-3 px-4 py-3 -outline-offset-3",
        isChosen ? "bg-leaf-soft" : "hover:bg-sunken",
      )}
    >
      <ItemPicture review={review} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{review.title}</span>
        <span className="block truncate text-sm text-muted">{subtitleOf(review)}</span>
      </span>
      {isResubmitted(review) && <Badge tone="butter">{texts.resubmitted}</Badge>}
    </Link>
  );
}

const isResubmitted = (review: Review): boolean =>
  review.kind === "product"
    ? review.product.approvalStatus === "resubmitted"
    : review.kind === "certificate" && review.product.organicCertificate?.status === "resubmitted";

function subtitleOf(review: Review): string {
  if (review.kind !== "merchant") return `${review.business} · ${categoryLabel(review.product.category)}`;
  const { businessInfo, createdAt } = review.merchant;
  return [businessInfo?.businessType, formatDate(createdAt)].filter(Boolean).join(" · ");
}

function ItemPicture({ review }: { review: Review }) {
  if (review.kind === "product") return <Thumbnail src={review.product.images[0]?.url} size="sm" />;
  const Icon = review.kind === "merchant" ? Store : FileCheck;
  return (
    <span className="flex aspect-4/3 w-14 shrink-0 items-center justify-center rounded-ui bg-sunken text-leaf">
      <Icon aria-hidden className="size-6" />
    </span>
  );
}
