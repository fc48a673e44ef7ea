import type { ReactNode } from "react";

interface Props {
  /** The anchor of links to it. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A titled part of an information page. */
export function InfoSection({ id, title, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-5 text-h2">
        {title}
      </h2>
      {children}
    </section>
  );
}
