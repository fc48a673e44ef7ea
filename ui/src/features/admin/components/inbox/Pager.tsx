import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/ui/Button";
import { texts } from "../../inboxTexts";

interface Props {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** The pages of the list, as wide as the list; nothing for a single page. */
export function Pager({ page, pages, onChange }: Props) {
  if (pages <= 1) return null;
  const arrow = (label: string, to: number, Icon: typeof ChevronLeft) => (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onChange(to)}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  );
  return (
    <nav
      aria-label={texts.pages}
      className="flex items-center justify-between p-2 md:border-t md:border-line"
    >
      {arrow(texts.previousPage, page - 1, ChevronLeft)}
      <p className="text-sm text-muted tabular-nums">{texts.pageOf(page, pages)}</p>
      {arrow(texts.nextPage, page + 1, ChevronRight)}
    </nav>
  );
}
