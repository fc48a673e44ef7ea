import { cx } from "./cx";

interface Props {
  className?: string;
  /** Without round corners, where a card around it has them. */
  square?: boolean;
}

/** A gray stand-in of the size of what is coming; appears after 200 ms. */
export function Skeleton({ className, square }: Props) {
  return (
    <span aria-hidden className="appear-late block">
      <span className={cx("block animate-pulse bg-sunken", !square && "rounded-ui", className)} />
    </span>
  );
}
