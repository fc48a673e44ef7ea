import { LoaderCircle } from "lucide-react";
import { cx } from "./cx";

/** A turning mark; decorative, so say what is going on in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx("size-5 animate-spin", className)} />;
}
