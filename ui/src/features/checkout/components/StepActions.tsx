import type { ReactNode } from "react";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";

interface Props {
  back: { label: string; onClick: () => void; disabled?: boolean };
  /** For steps whose button does not name it. */
  total?: number;
  /** The button that leads on. */
  children: ReactNode;
}

/**
 * Back and on. On small screens the way on, and with it the total, stays at the bottom edge while the step scrolls; the
 * step around it has to be a flex column for that.
 */
export function StepActions({ back, total, children }: Props) {
  return (
    <div className="max-lg:contents lg:flex lg:items-center lg:justify-between">
      <Button
        variant="secondary"
        className="max-lg:self-start"
        disabled={back.disabled}
        onClick={back.onClick}
      >
        {back.label}
      </Button>
      <div className="sticky bottom-0 z-10 -mx-[clamp(1rem,4vw,2.5rem)] flex items-center justify-between gap-4 border-t border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] py-3 lg:static lg:m-0 lg:border-0 lg:p-0">
        {total !== undefined && (
          <p className="text-sm text-muted lg:hidden">
            Total <span className="block text-lg font-bold text-ink tabular-nums">{formatMoney(total)}</span>
          </p>
        )}
        <div className="grid max-lg:flex-1">{children}</div>
      </div>
    </div>
  );
}
