import { useId, type ReactNode } from "react";

interface Props {
  title: string;
  /** Content to the right of the title, such as a link. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of the home page. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
