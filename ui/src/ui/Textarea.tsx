import type { Ref, TextareaHTMLAttributes } from "react";
import { controlClass } from "./controlClass";
import { cx } from "./cx";

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function Textarea({ className, rows = 4, ...rest }: Props) {
  return <textarea rows={rows} className={cx(controlClass, "py-2.5", className)} {...rest} />;
}
