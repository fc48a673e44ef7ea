import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { controlClass } from "./controlClass";
import { cx } from "./cx";

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's select in the shop's frame. */
export function Select({ className, children, ...rest }: Props) {
  return (
    <div className={cx("relative", className)}>
      <select className={cx(controlClass, "appearance-none pr-10")} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
