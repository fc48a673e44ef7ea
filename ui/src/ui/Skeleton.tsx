import { cx } from "./cx";

interface Props {
  className?: string;
  /** Without rounded corners, for a card that has its own. */
  square?: boolean;
}

/** A gray placeholder of the final size; it appears after 200 ms. */
export function Skeleton({ className, square }: Props) {
  return (
    <span aria-hidden className="appear-late block">
      <span className={cx("block animate-pulse bg-sunken", !square && "rounded-ui", className)} />
    </span>
  );
}
