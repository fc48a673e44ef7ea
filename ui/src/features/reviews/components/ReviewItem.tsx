import { Star } from "lucide-react";
import type { Review } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { texts } from "../texts";

/** A review with the merchant's reply below it. */
export function ReviewItem({ review, seller }: { review: Review; seller: string }) {
  return (
    <li className="py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="sr-only">{texts.rated(review.rating)}</span>
        <span aria-hidden className="inline-flex text-butter">
          {Array.from({ length: review.rating }, (_, index) => (
            <Star key={index} className="size-4 fill-current" />
          ))}
        </span>
        <span className="font-semibold">{review.customer.name}</span>
        <time dateTime={review.createdAt} className="text-sm text-muted">
          {formatDate(review.createdAt)}
        </time>
      </p>
      <p className="mt-2 whitespace-pre-line">{review.comment}</p>
      {review.reply && (
        <div className="mt-3 border-l-3 border-leaf pl-4">
          <p className="text-sm font-semibold">{texts.reply(seller)}</p>
          <p className="whitespace-pre-line">{review.reply.text}</p>
        </div>
      )}
    </li>
  );
}
