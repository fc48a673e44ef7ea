import type { HTMLAttributes } from "react";
import { cx } from "./cx";

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Without padding, for cards that begin with a picture. */
  flush?: boolean;
}

/** A raised sheet of paper. */
export function Card({ flush, className, children, ...rest }: Props) {
  return (
    <div
      className={cx(
        "rounded-ui border border-line bg-surface",
        flush ? "overflow-hidden" : "p-5 sm:p-6",
        className,
      )}
      {...rest}
    >
      {children}
    </div>
  );
}
