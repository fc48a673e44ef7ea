import { useId, type ReactNode } from "react";
import { cx } from "./cx";
import { texts } from "./lazyTexts";

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

interface Props {
  label: ReactNode;
  /** Id of the control; error summaries link to it. */
  id?: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint and error, connected for assistive technology. */
export function Field({ label, id, hint, error, required, className, children }: Props) {
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = cx(hint ? hintId : null, error ? errorId : null);
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className="text-sm font-semibold">
        {label}
        {!required && required !== undefined && (
          <span className="font-normal text-muted"> {texts.optional}</span>
        )}
      </label>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
