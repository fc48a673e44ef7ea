import { Check } from "lucide-react";
import { cx } from "./cx";
import { texts } from "./lazyTexts";

interface Props {
  label: string;
  steps: readonly string[];
  /** 1-based. */
  current: number;
}

/** Progress through a flow: earlier steps ticked, the current one marked. */
export function Stepper({ label, steps, current }: Props) {
  return (
    <nav aria-label={label}>
      <ol className="flex items-center gap-2 sm:gap-4">
        {steps.map((step, index) => {
          const number = index + 1;
          const isDone = number < current;
          const active = number === current;
          return (
            <li
              key={step}
              aria-current={active ? "step" : undefined}
              className="flex items-center gap-2 sm:flex-1 last:flex-none"
            >
              <span
                className={cx(
                  "flex size-8 shrink-0 items-center justify-center rounded-full border-2 text-sm font-bold",
                  isDone && "border-leaf bg-leaf text-on-leaf",
                  active && "border-leaf text-leaf",
                  !isDone && !active && "border-control text-muted",
                )}
              >
                {isDone ? <Check aria-hidden className="size-4" /> : <span aria-hidden>{number}</span>}
              </span>
              <span
                className={cx("text-sm font-semibold", active ? "text-ink" : "text-muted max-sm:sr-only")}
              >
                {step}
                {isDone && <span className="sr-only"> {texts.done}</span>}
              </span>
              {number < steps.length && <span aria-hidden className="hidden h-0.5 flex-1 bg-line sm:block" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
