import type { InputHTMLAttributes, Ref } from "react";
import { controlClass } from "./controlClass";
import { cx } from "./cx";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

export function Input({ className, ...rest }: Props) {
  return <input className={cx(controlClass, className)} {...rest} />;
}
