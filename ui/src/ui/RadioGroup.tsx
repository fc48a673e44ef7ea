import { useId, type ReactNode } from "react";
import { cx } from "./cx";

export interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  description?: ReactNode;
  /** Shown at the right, such as a price. */
  aside?: ReactNode;
  disabled?: boolean;
}

interface Props<T extends string> {
  legend: ReactNode;
  hideLegend?: boolean;
  value: T | "";
  onChange: (value: T) => void;
  options: RadioOption<T>[];
  error?: string;
  /** Id of the group; error summaries link to it. */
  id?: string;
  className?: string;
}

/** A group of cards with one chosen: native radios, so arrow keys work. */
export function RadioGroup<T extends string>(props: Props<T>) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset
      id={props.id}
      tabIndex={-1}
      aria-describedby={props.error ? errorId : undefined}
      className="min-w-0"
    >
      <legend className={props.hideLegend ? "sr-only" : "mb-1.5 text-sm font-semibold"}>
        {props.legend}
      </legend>
      <div className={cx("grid grid-cols-1 gap-3", props.className)}>
        {props.options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "flex items-start gap-3 rounded-ui border border-control p-4 has-checked:border-leaf has-checked:bg-leaf-soft",
              "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf",
              option.disabled ? "cursor-not-allowed bg-sunken text-muted" : "bg-surface",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={props.value === option.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 accent-leaf outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{option.label}</span>
              {option.description && <span className="block text-sm text-muted">{option.description}</span>}
            </span>
            {option.aside && <span className="shrink-0 font-semibold">{option.aside}</span>}
          </label>
        ))}
      </div>
      {props.error && (
        <p id={errorId} className="mt-1.5 text-sm font-medium text-danger">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
