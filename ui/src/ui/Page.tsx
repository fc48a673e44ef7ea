import type { ReactNode, Ref } from "react";
import { useHead, type Head } from "@/lib/head";
import { cx } from "./cx";
import { texts } from "./texts";

interface Props extends Head {
  /** The document's title, without the shop's name. */
  title: string;
  children: ReactNode;
  className?: string;
}

/** The frame of a page: its title and its width. The page contains one `<PageTitle>` (h1). */
export function Page({ title, children, className, ...head }: Props) {
  useHead({ ...head, title: texts.titleOf(title) });
  return <div className={cx("container-page py-8 sm:py-10", className)}>{children}</div>;
}

/** The page's h1, which takes the focus after a navigation. */
export function PageTitle({
  children,
  className,
  ref,
}: {
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLHeadingElement>;
}) {
  return (
    <h1 ref={ref} tabIndex={-1} className={cx("text-h1", className)}>
      {children}
    </h1>
  );
}
