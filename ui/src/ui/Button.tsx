import type { ButtonHTMLAttributes, ReactNode } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "./buttonClass";
import { Spinner } from "./Spinner";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner over the label, which keeps its width; the button ignores clicks meanwhile. */
  busy?: boolean;
  /** Said to screen readers (and shown, when given) while busy. */
  busyLabel?: ReactNode;
}

export function Button({
  variant,
  size,
  busy,
  busyLabel,
  className,
  children,
  onClick,
  type,
  ...rest
}: Props) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type
      type={type ?? "button"}
      className={buttonClass(variant, size, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      // Pressing a submit button leaves the focus in the field: a message that its blur brings up would move the button
      // away from under the pointer, and the click would be lost.
      onMouseDown={type === "submit" ? (event) => event.preventDefault() : undefined}
      {...rest}
    >
      <span className={busy ? "invisible inline-flex items-center gap-2" : "contents"}>{children}</span>
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center gap-2">
          <Spinner />
          {busyLabel ? <span>{busyLabel}</span> : <span className="sr-only">Working…</span>}
        </span>
      )}
    </button>
  );
}
