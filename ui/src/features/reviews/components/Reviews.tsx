import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { purchasesQuery } from "@/api/orders";
import { useUser } from "@/api/session";
import { Card } from "@/ui/Card";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { reviewsQuery } from "../api/reviews";
import { wasDelivered } from "../model/wasDelivered";
import { texts } from "../texts";
import { ReviewItem } from "./ReviewItem";
import { ReviewSummary } from "./ReviewSummary";

/** Loaded only for customers who may write a review. */
const ReviewForm = lazy(() => import("./ReviewForm").then((chunk) => ({ default: chunk.ReviewForm })));

interface Props {
  productId: string;
  /** The name of the replying merchant. */
  seller: string;
}

/** A product's reviews, and a form for customers who received it. */
export function Reviews({ productId, seller }: Props) {
  const user = useUser();
  const query = useQuery(reviewsQuery(productId));
  const delivered = { product: productId, state: "delivered", limit: 1 };
  const orders = useQuery({ ...purchasesQuery(delivered), enabled: Boolean(user) });
  const own = query.data?.reviews.find(({ customer }) => customer._id === user?._id);
  const may = query.data !== undefined && !own && wasDelivered(orders.data?.orders ?? [], productId);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-12 max-w-3xl">
      <h2 id="reviews-title" tabIndex={-1} className="text-h2">
        {texts.title}
      </h2>
      {may && (
        <Suspense fallback={<Skeleton className="mt-4 h-64" />}>
          <Card className="mt-4">
            <h3 className="mb-3 text-h3 font-semibold">{texts.write}</h3>
            <ReviewForm
              productId={productId}
              onSent={() => document.getElementById("reviews-title")?.focus()}
            />
          </Card>
        </Suspense>
      )}
      {own && <p className="mt-3 text-muted">{texts.yours}</p>}
      <QueryView
        className="mt-4"
        query={query}
        pending={<Skeleton className="h-24" />}
        failed={{ title: texts.none, hint: texts.failed, level: 3 }}
        isEmpty={({ reviews }) => reviews.length === 0}
        empty={
          <p className="text-muted">
            {texts.none}. {texts.noneHint}
          </p>
        }
      >
        {({ rating, reviews }) => (
          <>
            <ReviewSummary average={rating.average} count={rating.count} reviews={reviews} />
            <ul className="mt-2 divide-y divide-line">
              {reviews.map((review) => (
                <ReviewItem key={review._id} review={review} seller={seller} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  );
}
