import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  /** Shows the label only to assistive technology (tables). */
  hideLabel?: boolean;
  indeterminate?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hideLabel, indeterminate, className, ref, ...rest }: Props) {
  return (
    <label className={cx("inline-flex min-h-6 items-center gap-2.5", className)}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-leaf"
        ref={(node) => {
          if (node) node.indeterminate = indeterminate ?? false;
          if (typeof ref === "function") ref(node);
          else if (ref) ref.current = node;
        }}
        {...rest}
      />
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
