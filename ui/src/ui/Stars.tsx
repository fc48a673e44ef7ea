import { Star, StarHalf } from "lucide-react";
import { texts } from "./lazyTexts";

interface Props {
  average: number;
  count: number;
}

/** Whole stars and at most one half star, with the figures as text. */
export function Stars({ average, count }: Props) {
  if (count === 0) return <span className="text-sm text-muted">{texts.noReviews}</span>;
  const whole = Math.floor(average);
  const half = average - whole >= 0.5;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap">
      <span className="sr-only">{texts.rated(average.toFixed(1), count)}</span>
      <span aria-hidden className="inline-flex text-butter">
        {Array.from({ length: whole }, (_, index) => (
          <Star key={index} className="size-3.5 fill-current sm:size-4" />
        ))}
        {half && <StarHalf className="size-3.5 fill-current sm:size-4" />}
      </span>
      <span aria-hidden className="text-muted">
        {average.toFixed(1)} ({count})
      </span>
    </span>
  );
}
