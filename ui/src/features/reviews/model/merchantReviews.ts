// The filters of a merchant's reviews, from the URL.
import type { ReceivedQuery } from "@/api/types";
import { compact, oneOf, text, wholeNumber } from "@/lib/search";

export const REVIEW_FILTERS = ["unanswered", "critical"] as const;

export interface ReviewSearch {
  /** Absent: all reviews. */
  show?: (typeof REVIEW_FILTERS)[number];
  q?: string;
  page: number;
}

const REVIEWS_PER_PAGE = 10;
export const parseReviews = (raw: Record<string, unknown>): ReviewSearch => ({
  show: oneOf(raw, "show", REVIEW_FILTERS),
  q: text(raw, "q"),
  page: wholeNumber(raw, "page") ?? 1,
});

/** The query of a page of the list. */
export const toReceivedQuery = ({ show, q, page }: ReviewSearch): ReceivedQuery =>
  compact({ show, search: q, page, limit: REVIEWS_PER_PAGE });
