import type { ReactNode } from "react";
import { cx } from "./cx";

export type BadgeTone = "neutral" | "leaf" | "solid" | "butter" | "danger";
const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink",
  leaf: "bg-leaf-soft text-leaf-strong dark:text-leaf",
  /** On a green background. */
  solid: "bg-leaf text-on-leaf",
  butter: "bg-butter-soft text-butter-ink",
  danger: "bg-danger-soft text-danger",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
