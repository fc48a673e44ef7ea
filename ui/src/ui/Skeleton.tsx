import { cx } from "./cx";

/** A grey stand-in of the size of what is coming; appears after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="appear-late block">
      <span className={cx("block animate-pulse rounded-ui bg-sunken", className)} />
    </span>
  );
}
