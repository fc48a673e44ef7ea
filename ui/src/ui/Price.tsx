import { formatMoney } from "@/lib/money";
import { cx } from "./cx";

/** A price in dollars, with its unit when there is one. */
export function Price({ value, unit, className }: { value: number; unit?: string; className?: string }) {
  return (
    <span className={cx("tabular-nums", className)}>
      <span className="font-bold">{formatMoney(value)}</span>
      {unit && <span className="text-[0.8em] font-normal text-muted"> per {unit}</span>}
    </span>
  );
}
