import type { Review } from "@/api/types";
import { texts } from "../texts";

interface Props {
  average: number;
  count: number;
  reviews: readonly Review[];
}

const RATINGS = [5, 4, 3, 2, 1] as const;

/** The average rating, and the number of reviews for each rating. */
export function ReviewSummary({ average, count, reviews }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <p>
        <span className="font-display text-h1">{average.toFixed(1)}</span>{" "}
        <span className="text-muted">
          {texts.outOf} · {texts.count(count)}
        </span>
      </p>
      <ul className="min-w-56 flex-1">
        {RATINGS.map((rating) => {
          const given = reviews.filter((review) => review.rating === rating).length;
          return (
            <li key={rating} className="grid grid-cols-[4rem_1fr_2rem] items-center gap-3 text-sm">
              <span className="text-muted">{texts.stars(rating)}</span>
              <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-butter"
                  style={{ width: `${(given / Math.max(1, reviews.length)) * 100}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{given}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
