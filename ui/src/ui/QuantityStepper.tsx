import { Minus, Plus } from "lucide-react";
import { buttonClass } from "./buttonClass";
import { texts } from "./lazyTexts";

interface Props {
  /** The counted object, for assistive technology. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
}

/** Minus, quantity, plus. At the limits the buttons stay focusable: a disabled one would lose the focus. */
export function QuantityStepper({ label, value, onChange, min = 1, max = Number.POSITIVE_INFINITY }: Props) {
  const isLeast = value <= min;
  const isMost = value >= max;
  return (
    <div
      role="group"
      aria-label={texts.quantityOf(label)}
      className="inline-flex items-center rounded-ui border border-control"
    >
      <button
        type="button"
        className={buttonClass("quiet", "icon")}
        aria-label={texts.decrease(label)}
        aria-disabled={isLeast || undefined}
        onClick={() => isLeast || onChange(value - 1)}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <output aria-live="polite" className="min-w-8 text-center font-semibold tabular-nums">
        {value}
      </output>
      <button
        type="button"
        className={buttonClass("quiet", "icon")}
        aria-label={texts.increase(label)}
        aria-disabled={isMost || undefined}
        onClick={() => isMost || onChange(value + 1)}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
