// The filters of a merchant's reviews, from the URL.
import type { Review } from "@/api/types";
import { compareText } from "@/lib/compareText";
import { oneOf, text, wholeNumber } from "@/lib/search";

export const REVIEW_FILTERS = ["unanswered", "critical"] as const;

export interface ReviewSearch {
  /** Absent: all reviews. */
  show?: (typeof REVIEW_FILTERS)[number];
  q?: string;
  page: number;
}

const PER_PAGE = 10;
/** Reviews with at most this many stars are critical. */
const MAX_CRITICAL_STARS = 3;

export const parseReviews = (raw: Record<string, unknown>): ReviewSearch => ({
  show: oneOf(raw, "show", REVIEW_FILTERS),
  q: text(raw, "q"),
  page: wholeNumber(raw, "page") ?? 1,
});

/** The matching reviews of a page, newest first, and the number of all matches. */
export function filterReviews(
  reviews: readonly Review[],
  { show, q = "", page }: ReviewSearch,
  nameOf: (productId: string) => string,
) {
  const query = q.toLowerCase();
  const found = reviews
    .filter(
      ({ reply, rating, comment, customer, productId }) =>
        (show !== "unanswered" || !reply) &&
        (show !== "critical" || rating <= MAX_CRITICAL_STARS) &&
        [comment, customer.name, nameOf(productId)].some((word) => word.toLowerCase().includes(query)),
    )
    .toSorted((a, b) => compareText(b.createdAt, a.createdAt));
  const totalPages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, totalPages);
  return {
    rows: found.slice((current - 1) * PER_PAGE, current * PER_PAGE),
    total: found.length,
    page: current,
    totalPages,
  };
}
