import type { Ref, TextareaHTMLAttributes } from "react";
import { controlBase } from "./controlClass";
import { cx } from "./cx";

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function Textarea({ className, rows = 4, ...rest }: Props) {
  return <textarea rows={rows} className={cx(controlBase, "py-2.5", className)} {...rest} />;
}
