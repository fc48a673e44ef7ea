import { useEffect, useRef, useState, type ReactNode } from "react";
import { cx } from "./cx";
import { ErrorState } from "./ErrorState";
import { StaleNotice } from "./StaleNotice";
import { texts } from "./texts";

/** The part of a `useQuery` result that decides the state to show. */
export interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

/** The texts of a failed load: the specification's empty text as the title. */
export interface FailedText {
  title: string;
  hint?: string;
  level?: 1 | 2 | 3;
}

interface Props<T> {
  query: QueryState<T>;
  /** Skeletons of the final size; `<Skeleton>` itself waits 200 ms. */
  pending: ReactNode;
  failed: FailedText;
  /** Replaces `failed` for some errors (404, 403); undefined for the others. */
  renderError?: (error: unknown) => ReactNode;
  /** Shown for an empty answer. */
  empty?: ReactNode;
  /** Whether the answer is empty; by default, a list without rows. */
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
  className?: string;
}

const hasNoRows = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/**
 * The states of a query: skeletons while it loads, its empty text, an error with Retry, or its data. The previous
 * search's rows stay, dimmed, while new ones load; rows that could not be refreshed stay with a notice above them.
 */
export function QueryView<T>({
  query,
  pending,
  failed,
  renderError,
  empty,
  isEmpty = hasNoRows,
  children,
  className,
}: Props<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const retry = useRetry(query, frame);
  const error = useLastError(query);
  const { data } = query;
  const shown = (known: T) => (empty !== undefined && isEmpty(known) ? empty : children(known));
  function content(): ReactNode {
    if (data !== undefined) {
      return (
        <>
          {query.isError && <StaleNotice onRetry={retry} retrying={query.isFetching} />}
          {shown(data)}
        </>
      );
    }
    // A retried query is pending again; its error stays until there is an answer.
    if (!query.isError && (query.errorUpdateCount === 0 || !error)) {
      return (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            {texts.loading}
          </span>
          {pending}
        </div>
      );
    }
    return renderError?.(error) || <ErrorState {...failed} onRetry={retry} retrying={query.isFetching} />;
  }
  return (
    <div
      ref={frame}
      tabIndex={-1}
      aria-busy={query.isPlaceholderData || undefined}
      className={cx("outline-none transition-opacity", query.isPlaceholderData && "opacity-60", className)}
    >
      {content()}
    </div>
  );
}

/** The error of the last attempt, kept during the next one. */
function useLastError(query: QueryState<unknown>): unknown {
  const [last, setLast] = useState(query.error);
  if (query.error && query.error !== last) setLast(query.error);
  return query.error ?? last;
}

/** Retries. The Retry button disappears with the answer, and the focus moves to the content that replaces it. */
function useRetry(query: QueryState<unknown>, frame: { current: HTMLElement | null }): () => void {
  const retried = useRef(false);
  useEffect(() => {
    if (!retried.current || query.isFetching) return;
    retried.current = false;
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
  return () => {
    retried.current = true;
    void query.refetch();
  };
}
