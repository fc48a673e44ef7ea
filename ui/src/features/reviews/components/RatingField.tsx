import { Star } from "lucide-react";
import type { AppForm } from "@/ui/form/useAppForm";
import { cx } from "@/ui/cx";
import { texts } from "../texts";

const RATINGS = [1, 2, 3, 4, 5] as const;

/** One to five stars: radio buttons that look like stars. */
export function RatingField({ form }: { form: AppForm<{ rating: string; comment: string }> }) {
  const chosen = Number(form.watch("rating"));
  const error = form.errorOf("rating");
  const errorId = `${form.idOf("rating")}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-semibold">{texts.rating}</legend>
      <div className="mt-1 flex">
        {RATINGS.map((rating) => (
          <label
            key={rating}
            className="relative flex size-11 items-center justify-center rounded-ui has-focus-visible:outline-3 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              value={rating}
              id={rating === 1 ? form.idOf("rating") : undefined}
              className="absolute inset-0 opacity-0"
              aria-label={texts.stars(rating)}
              {...form.register("rating")}
            />
            <Star
              aria-hidden
              className={cx("size-7", rating <= chosen ? "fill-current text-butter" : "text-control")}
            />
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
