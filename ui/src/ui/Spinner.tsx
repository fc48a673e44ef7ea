import { LoaderCircle } from "lucide-react";
import { cx } from "./cx";

/** A decorative spinner; the text beside it must describe the activity. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx("size-5 animate-spin", className)} />;
}
