import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { NumberedPagination } from "@/ui/NumberedPagination";
import { QueryView, type QueryState } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../../listTexts";
import { LIST_TITLE, useList } from "../../model/useList";
import { renderAccessDenied } from "../AccessDenied";
import { Filters } from "./Filters";

interface Props<T> {
  title: string;
  /** The search field. */
  search: ReactNode;
  filters: ReactNode;
  /** The number of active filters. */
  chosen: number;
  query: QueryState<T>;
  /** The number of matches, as text; undefined until known. */
  found: string | undefined;
  words: { none: string; noneHint: string; failed: string };
  isEmpty: (data: T) => boolean;
  totalPages: number;
  children: (data: T) => ReactNode;
}

/** A heading with filters, the number of matches, the rows of a page, and the pages. */
export function ListFrame<T>({
  title,
  search,
  filters,
  chosen,
  query,
  found,
  words,
  isEmpty,
  totalPages,
  children,
}: Props<T>) {
  const { page, turn, clear } = useList();
  return (
    <section aria-labelledby={LIST_TITLE} className="grid min-w-0 grid-cols-1 gap-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={LIST_TITLE} tabIndex={-1} className="text-h2 outline-none">
          {title}
        </h2>
        <p role="status" className="text-muted tabular-nums">
          {found}
        </p>
      </div>
      <Filters first={search} chosen={chosen}>
        {filters}
      </Filters>
      <QueryView
        query={query}
        pending={<Skeleton className="h-96" />}
        failed={{ title: words.failed, hint: texts.tryAgain, level: 3 }}
        renderError={renderAccessDenied}
        isEmpty={isEmpty}
        empty={
          <EmptyState
            title={words.none}
            hint={words.noneHint}
            level={3}
            icon={<SearchX aria-hidden className="size-10" />}
            action={
              <Button variant="secondary" onClick={clear}>
                {texts.showAll}
              </Button>
            }
          />
        }
      >
        {children}
      </QueryView>
      <NumberedPagination page={page} totalPages={totalPages} onChange={turn} />
    </section>
  );
}
