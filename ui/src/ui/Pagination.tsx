import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./Button";
import { texts } from "./lazyTexts";

interface Props {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

/** Previous, "Page X of Y", Next; nothing for a single page. From beyond the end, Previous leads to the last page. */
export function Pagination({ page, totalPages, onChange }: Props) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={texts.pages} className="flex items-center justify-center gap-3 sm:gap-4">
      <Button
        variant="secondary"
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, totalPages))}
      >
        <ChevronLeft aria-hidden className="size-5 max-sm:hidden" />
        {texts.previous}
      </Button>
      <p className="text-sm whitespace-nowrap text-muted tabular-nums">
        {page > totalPages ? texts.pageCount(totalPages) : texts.pageOf(page, totalPages)}
      </p>
      <Button variant="secondary" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        {texts.next}
        <ChevronRight aria-hidden className="size-5 max-sm:hidden" />
      </Button>
    </nav>
  );
}
