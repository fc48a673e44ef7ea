import { formatMoney } from "@/lib/money";
import { cx } from "./cx";
import { texts } from "./texts";

interface Props {
  /** Decimal dollars. */
  value: number;
  unit?: string;
  /** On a phone the unit gets a line of its own (cards). */
  stacked?: boolean;
  className?: string;
}

/** A price in dollars, with its unit when there is one; a line breaks between the two only. */
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
