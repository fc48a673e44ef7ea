import { formatMoney } from "@/lib/money";
import { cx } from "./cx";
import { texts } from "./texts";

interface Props {
  /** Decimal dollars. */
  value: number;
  unit?: string;
  /** Puts the unit on its own line on a phone (cards). */
  stacked?: boolean;
  className?: string;
}

/** A price in dollars with an optional unit; a line breaks only between the two. */
export function Price({ value, unit, stacked, className }: Props) {
  return (
    <span className={cx("tabular-nums", className)}>
      <span className="font-bold whitespace-nowrap">{formatMoney(value)}</span>
      {unit && (
        <>
          {" "}
          <span
            className={cx("text-[0.8em] font-normal whitespace-nowrap text-muted", stacked && "max-sm:block")}
          >
            {texts.per(unit)}
          </span>
        </>
      )}
    </span>
  );
}
