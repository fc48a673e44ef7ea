import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { Badge } from "@/ui/Badge";
import { BottomBar } from "@/ui/BottomBar";
import { Button } from "@/ui/Button";
import { buttonClass } from "@/ui/buttonClass";
import { nameOf } from "../../model/names";
import type { Review } from "../../model/review";
import { REVIEW_TITLE } from "../../model/useInbox";
import { texts } from "../../inboxTexts";
import { CertificateFile } from "./CertificateFile";
import { Changes } from "./Changes";
import { History } from "./History";
import { MerchantReview } from "./MerchantReview";
import { ProductReview } from "./ProductReview";
import type { Intent } from "./VerdictDialog";

interface Props {
  review: Review;
  /** List and item stand side by side. */
  isWide: boolean;
  /** Another pending decision about the same product. */
  also: Review | undefined;
  /** Undefined at the end of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onAsk: (intent: Intent) => void;
}

const isOfCertificate = (action: string) => action.startsWith("certificate-");

/** A whole item; the buttons that decide stay in sight. */
export function ReviewPane({ review, isWide, also, onPrevious, onNext, onAsk }: Props) {
  const { kind, title } = review;
  return (
    <div className="flex min-h-0 flex-col md:h-full">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line md:border-b md:px-5 md:py-3">
        {!isWide && (
          <Link
            to="/dashboard/admin"
            from="/dashboard/admin"
            search={(search) => ({ ...search, review: undefined })}
            className={buttonClass("quiet", "sm", "-ml-3")}
          >
            <ArrowLeft aria-hidden className="size-5" /> {texts.back}
          </Link>
        )}
        <div className="min-w-0 max-lg:basis-full max-md:order-last lg:flex-1">
          <p className="text-sm text-muted">{texts.one[kind]}</p>
          <h3 id={REVIEW_TITLE} tabIndex={-1} className="text-h3 outline-none">
            {title}
          </h3>
        </div>
        {isWide && <VerdictButtons review={review} onAsk={onAsk} />}
        <div className="ml-auto flex">
          <Step label={texts.previous} go={onPrevious} Icon={ChevronUp} />
          <Step label={texts.next} go={onNext} Icon={ChevronDown} />
        </div>
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        role="region"
        aria-label={texts.item(title)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 -outline-offset-3 md:overflow-y-auto"
      >
        <div className="grid grid-cols-1 gap-6 py-4 md:p-5">
          {also && <OtherReviewLink review={also} />}
          <ReviewDetails review={review} />
          <History
            id={review.id}
            concerns={(action) => kind === "merchant" || isOfCertificate(action) === (kind === "certificate")}
          />
        </div>
      </div>
      {!isWide && (
        <BottomBar>
          <VerdictButtons review={review} onAsk={onAsk} />
        </BottomBar>
      )}
    </div>
  );
}

function ReviewDetails({ review }: { review: Review }) {
  switch (review.kind) {
    case "merchant":
      return <MerchantReview merchant={review.merchant} />;
    case "certificate":
      return (
        <>
          <CertificateFile product={review.product} />
          <ProductReview product={review.product} />
        </>
      );
    case "product":
      return (
        <>
          {review.product.approvalStatus === "resubmitted" && <Changes id={review.id} />}
          <ProductReview product={review.product} />
        </>
      );
  }
}

function OtherReviewLink({ review }: { review: Review }) {
  return (
    <p>
      <Badge tone="butter">
        <Link
          to="/dashboard/admin"
          from="/dashboard/admin"
          search={(search) => ({ ...search, show: undefined, review: review.key })}
          resetScroll={false}
          className="underline underline-offset-2"
        >
          {review.kind === "certificate" ? texts.also.certificate : texts.also.product}
        </Link>
      </Badge>
    </p>
  );
}

function VerdictButtons({ review, onAsk }: Pick<Props, "review" | "onAsk">) {
  const name = nameOf(review);
  return (
    <div className="flex gap-2 max-md:flex-1 max-md:*:flex-1">
      <Button variant="leaf" aria-label={texts.approveName(name)} onClick={() => onAsk("approve")}>
        {texts.approve}
      </Button>
      <Button variant="danger" aria-label={texts.rejectName(name)} onClick={() => onAsk("reject")}>
        {texts.reject}
      </Button>
    </div>
  );
}

interface StepProps {
  label: string;
  go: (() => void) | undefined;
  Icon: typeof ChevronUp;
}

function Step({ label, go, Icon }: StepProps) {
  return (
    <Button variant="quiet" size="icon" aria-label={label} disabled={!go} onClick={go}>
      <Icon aria-hidden className="size-5" />
    </Button>
  );
}
