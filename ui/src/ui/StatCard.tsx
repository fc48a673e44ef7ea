import type { ReactNode } from "react";
import { cx } from "./cx";
import { Skeleton } from "./Skeleton";
import { texts } from "./lazyTexts";

interface Props {
  /** A link in it covers the whole card when it is stretched (`after:absolute after:inset-0`). */
  label: ReactNode;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  /** It failed to load. */
  failed?: boolean;
  /** There is something to do. */
  highlight?: boolean;
}

/** One figure with its name; must be inside a `<dl>`. */
export function StatCard({ label, value, failed, highlight }: Props) {
  return (
    <div
      className={cx(
        "relative flex flex-col-reverse justify-end rounded-ui border p-5",
        highlight ? "border-butter bg-butter-soft" : "border-line bg-surface",
      )}
    >
      <dt className="mt-1 text-sm text-muted">{label}</dt>
      <dd className="min-h-9 text-h2 tabular-nums">
        {value ?? (failed ? texts.notKnown : <Skeleton className="h-8 w-16" />)}
      </dd>
    </div>
  );
}
