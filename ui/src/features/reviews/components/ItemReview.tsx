import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useUser } from "@/api/session";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { reviewsQuery } from "../api/reviews";
import { texts } from "../texts";

/** Loaded only for customers who write a review. */
const ReviewForm = lazy(() => import("./ReviewForm").then((chunk) => ({ default: chunk.ReviewForm })));

/** The customer's review of a delivered item, or the form for one. */
export function ItemReview({ productId, name }: { productId: string; name: string }) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  const query = useQuery(reviewsQuery(productId));
  const own = query.data?.reviews.find(({ customer }) => customer._id === user?._id);
  if (query.isPending) return null;
  if (own && !open) {
    return (
      <Link
        to="/products/$id"
        params={{ id: productId }}
        hash="reviews"
        className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:text-ink"
      >
        <span aria-hidden className="inline-flex text-butter">
          {Array.from({ length: own.rating }, (_, index) => (
            <Star key={index} className="size-4 fill-current" />
          ))}
        </span>
        {texts.youRated(own.rating)}
      </Link>
    );
  }
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={texts.writeAbout(name)} onClick={() => setOpen(true)}>
        <Star aria-hidden className="size-4" />
        {texts.write}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.writeAbout(name)}>
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ReviewForm productId={productId} onSent={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
