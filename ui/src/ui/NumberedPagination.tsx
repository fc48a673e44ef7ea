import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonClass } from "./buttonClass";
import { cx } from "./cx";
import { texts } from "./lazyTexts";

interface Props {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

/** Up to this many pages are all shown. */
const MAX_PAGES_WITHOUT_GAPS = 5;

/** The pages with a button; null is an ellipsis. */
export function pageNumbers(page: number, totalPages: number): (number | null)[] {
  const all = Array.from({ length: totalPages }, (_, index) => index + 1);
  if (totalPages <= MAX_PAGES_WITHOUT_GAPS) return all;
  const near = all.filter((one) => one === 1 || one === totalPages || Math.abs(one - page) <= 1);
  return near.flatMap((one, index) => {
    const gap = one - (near[index - 1] ?? 0);
    return gap > 1 ? [null, one] : [one];
  });
}

/** A button for each page, with ellipses for many; nothing for a single page. */
export function NumberedPagination({ page, totalPages, onChange }: Props) {
  if (totalPages <= 1) return null;
  const turn = (to: number, label: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      aria-label={label}
      disabled={to < 1 || to > totalPages}
      className={buttonClass("secondary", "icon", "max-sm:size-9")}
      onClick={() => onChange(to)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
  return (
    <nav aria-label={texts.pages} className="flex flex-wrap items-center justify-center gap-1 sm:gap-2">
      {turn(page - 1, texts.previous, ChevronLeft)}
      {pageNumbers(page, totalPages).map((one, index) =>
        one === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`} aria-hidden className="w-5 text-center text-muted">
            …
          </span>
        ) : (
          <button
            key={one}
            type="button"
            aria-label={texts.pageNumber(one)}
            aria-current={one === page ? "page" : undefined}
            className={cx(
              "min-h-9 min-w-9 rounded-ui border px-2 font-semibold tabular-nums sm:min-h-11 sm:min-w-11",
              one === page ? "border-leaf bg-leaf text-on-leaf" : "border-control bg-surface hover:bg-sunken",
            )}
            onClick={() => onChange(one)}
          >
            {one}
          </button>
        ),
      )}
      {turn(page + 1, texts.next, ChevronRight)}
    </nav>
  );
}
