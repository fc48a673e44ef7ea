import { cx } from "./cx";

export type ButtonVariant = "primary" | "secondary" | "leaf" | "quiet" | "danger";
export type ButtonSize = "md" | "narrow" | "sm" | "icon";

const base =
  "relative inline-flex items-center justify-center gap-2 rounded-ui font-semibold leading-tight text-center wrap-break-word transition-colors " +
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:shadow-none " +
  "aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:shadow-none";
/** The transparent borders show in forced colors, where a background does not. */
const variants: Record<ButtonVariant, string> = {
  primary: "border border-transparent bg-tomato text-on-tomato hover:bg-tomato-strong shadow-sm",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken",
  /** An approval, beside a "danger" that rejects. */
  leaf: "border border-transparent bg-leaf text-on-leaf hover:opacity-90 disabled:hover:opacity-100",
  quiet: "text-ink hover:bg-sunken",
  danger: "border border-danger bg-surface text-danger hover:bg-danger-soft",
};
const sizes: Record<ButtonSize, string> = {
  md: "min-h-11 px-5 py-2.5",
  /** For the narrow spaces of the header. */
  narrow: "min-h-11 px-3 py-2.5",
  sm: "min-h-9 px-3.5 py-1.5 text-sm",
  icon: "size-11 shrink-0",
};

/** The classes of a button, for links that are calls to action. */
export function buttonClass(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
): string {
  return cx(base, variants[variant], sizes[size], className);
}
