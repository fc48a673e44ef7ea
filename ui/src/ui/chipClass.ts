import { cx } from "./cx";

/** The classes of a choice that is pressed or not. */
export const chipClass = (chosen: boolean): string =>
  cx(
    "min-h-11 shrink-0 rounded-full border px-4 text-sm font-semibold",
    chosen ? "border-leaf bg-leaf text-on-leaf" : "border-control bg-surface hover:bg-sunken",
  );
