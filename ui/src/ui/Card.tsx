import type { HTMLAttributes } from "react";
import { cx } from "./cx";

const tones = {
  plain: "border-line bg-surface",
  leaf: "border-line bg-leaf-soft",
  butter: "border-butter bg-butter-soft",
} as const;

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** "leaf" for good news, "butter" for things to settle. */
  tone?: keyof typeof tones;
  /** Without padding, for cards that begin with a picture. */
  flush?: boolean;
}

/** A raised surface. */
export function Card({ tone = "plain", flush, className, children, ...rest }: Props) {
  return (
    <div
      className={cx("rounded-ui border", tones[tone], flush ? "overflow-hidden" : "p-5 sm:p-6", className)}
      {...rest}
    >
      {children}
    </div>
  );
}
