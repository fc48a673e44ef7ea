import { cx } from "./cx";

/** The look of one of several pressed or unpressed choices. */
export const chipClass = (chosen: boolean): string =>
  cx(
    "min-h-11 shrink-0 rounded-full border px-4 text-sm font-semibold",
    chosen ? "border-leaf bg-leaf text-on-leaf" : "border-control bg-surface hover:bg-sunken",
  );
