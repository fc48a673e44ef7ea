import type { ReactNode } from "react";
import { formatMoney } from "@/lib/money";
import { BottomBar, BottomBarTotal } from "@/ui/BottomBar";
import { Button } from "@/ui/Button";
import { texts } from "../texts";

interface Props {
  back: { label: string; onClick: () => void; disabled?: boolean };
  /** The total, for steps whose button does not show it. */
  total?: number;
  /** The reason why the customer cannot continue. */
  note?: ReactNode;
  /** The button to the next step. */
  children: ReactNode;
}

/**
 * Back and continue. On small screens the continue button and the total stay at the bottom edge while the step
 * scrolls.
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
      <BottomBar>
        {note && <div className="basis-full lg:text-right">{note}</div>}
        {total !== undefined && <BottomBarTotal label={texts.total} value={formatMoney(total)} />}
        <div className="grid max-lg:flex-1">{children}</div>
      </BottomBar>
    </div>
  );
}
