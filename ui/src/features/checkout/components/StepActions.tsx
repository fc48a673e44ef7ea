import type { ReactNode } from "react";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { texts } from "../texts";

interface Props {
  back: { label: string; onClick: () => void; disabled?: boolean };
  /** For steps whose button does not name it. */
  total?: number;
  /** What keeps one from going on. */
  note?: ReactNode;
  /** The button that leads on. */
  children: ReactNode;
}

/**
 * Back and on. On small screens the way on, and with it the total, stays at the bottom edge while the step scrolls; the
 * step around it has to be a flex column for that.
 */
export function StepActions({ back, total, note, children }: Props) {
  return (
    <div className="max-lg:contents lg:flex lg:items-end lg:justify-between lg:gap-6">
      <Button
        variant="secondary"
        className="max-lg:self-start"
        disabled={back.disabled}
        onClick={back.onClick}
      >
        {back.label}
      </Button>
      <div className="sticky bottom-0 z-10 -mx-[clamp(1rem,4vw,2.5rem)] flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] py-3 lg:static lg:m-0 lg:justify-end lg:border-0 lg:p-0">
        {note && <div className="basis-full lg:text-right">{note}</div>}
        {total !== undefined && (
          <p className="text-sm text-muted lg:hidden">
            {texts.total}{" "}
            <span className="block text-lg font-bold text-ink tabular-nums">{formatMoney(total)}</span>
          </p>
        )}
        <div className="grid max-lg:flex-1">{children}</div>
      </div>
    </div>
  );
}
