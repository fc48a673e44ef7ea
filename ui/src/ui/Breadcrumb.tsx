import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { texts } from "./texts";

interface Props {
  /** Links to the pages above, outermost first. */
  parents: { key: string; link: ReactNode }[];
  current: ReactNode;
}

export function Breadcrumb({ parents, current }: Props) {
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
        {parents.map((parent) => (
          <li
            key={parent.key}
            className="flex items-center gap-1 *:inline-flex *:min-h-6 *:items-center hover:*:text-ink"
          >
            {parent.link}
            <ChevronRight aria-hidden className="size-4" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate font-medium text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
