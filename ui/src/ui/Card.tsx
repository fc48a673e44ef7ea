import type { HTMLAttributes } from "react";
import { cx } from "./cx";

/** A raised sheet of paper. */
export function Card({ className, children, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={cx("rounded-ui border border-line bg-surface p-5 sm:p-6", className)} {...rest}>
      {children}
    </div>
  );
}
