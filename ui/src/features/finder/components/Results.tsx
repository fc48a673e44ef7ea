import { useEffect, useRef } from "react";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import type { SearchResult } from "../model/searchResults";
import { texts } from "../texts";

interface Props {
  id: string;
  results: readonly SearchResult[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (found: SearchResult) => void;
}

/** The results below the field; the focus stays in the field. */
export function Results({ id, results, active, onActive, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => void list.current?.children[active]?.scrollIntoView?.({ block: "nearest" }), [active]);
  if (results.length === 0) return null;
  return (
    <div ref={list} id={id} role="listbox" aria-label={texts.results} className="mt-2 grid gap-1">
      {results.map((found, index) => (
        // The field above handles the keyboard.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={`${found.kind} ${found.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={cx(
            "flex min-h-11 cursor-pointer items-center gap-3 rounded-ui px-3 py-2",
            index === active && "bg-sunken",
          )}
          onMouseMove={() => onActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(found)}
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold break-words">{found.title}</span>
            {found.detail && <span className="block text-sm break-words text-muted">{found.detail}</span>}
          </span>
          <Badge>{texts.kinds[found.kind]}</Badge>
        </div>
      ))}
    </div>
  );
}
