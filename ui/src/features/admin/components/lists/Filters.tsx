import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { texts } from "../../listTexts";

interface Props {
  /** The filter that is always visible. */
  first: ReactNode;
  /** The number of other active filters. */
  chosen: number;
  children: ReactNode;
}

/** The filters of a list. A phone folds all but the first, so that the list is in sight. */
export function Filters({ first, chosen, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search className="grid gap-4 rounded-ui border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4">
      {first}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {texts.filters(chosen)}
      </Button>
      <div id={id} className={cx("sm:contents", isOpen ? "max-sm:grid max-sm:gap-4" : "max-sm:hidden")}>
        {children}
      </div>
    </search>
  );
}
