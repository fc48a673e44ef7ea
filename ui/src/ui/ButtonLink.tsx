import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "./buttonClass";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ variant, size, className, children, ...rest }: Props) {
  return (
    <a className={buttonClass(variant, size, className)} {...rest}>
      {children}
    </a>
  );
}

/** A router link that looks like a button. */
export const ButtonLink = createLink(Anchor);
