import type { ButtonHTMLAttributes, Ref } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "./buttonClass";
import { cx } from "./cx";
import { Spinner } from "./Spinner";
import { texts } from "./texts";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner over the label, keeps the width, and ignores clicks. */
  busy?: boolean;
  /** Shown while busy; without it, screen readers hear "Working…". The button is wide enough for both labels. */
  busyLabel?: string;
  ref?: Ref<HTMLButtonElement>;
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
      // Pressing a submit button must not blur the field: the blur can show a message that moves the button away from
      // the pointer, and the click is lost.
      onMouseDown={type === "submit" ? (event) => event.preventDefault() : undefined}
      {...rest}
    >
      <span className="inline-grid *:[grid-area:1/1]">
        <span
          aria-hidden={busy || undefined}
          className={cx("inline-flex items-center justify-center gap-2", busy && "invisible")}
        >
          {children}
        </span>
        {/* Reserves the space of the busy label and its spinner. */}
        {busyLabel && (
          <span
            aria-hidden
            data-busy-label={busyLabel}
            className="invisible h-0 pl-7 before:content-[attr(data-busy-label)]"
          />
        )}
      </span>
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center gap-2">
          <Spinner />
          {busyLabel ? <span>{busyLabel}</span> : <span className="sr-only">{texts.working}</span>}
        </span>
      )}
    </button>
  );
}
