import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { EventHead } from "@/api/types";
import { formatCount } from "@/lib/count";
import { formatDateTime } from "@/lib/dates";
import { compact } from "@/lib/search";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { eventsQuery, tailQuery, type EventFilter } from "../api/events";
import type { OperationsParams } from "../model/tabs";
import { texts } from "../texts";
import { EventFilters } from "./EventFilters";
import { EventView } from "./EventView";

const words = texts.events;

interface Props {
  params: OperationsParams;
  onFilter: (filter: EventFilter) => void;
}

/** The event log: filtered, and followed while the page is open. */
export function EventsPanel({ params, onFilter }: Props) {
  const { stream, type, correlation, from, to } = params;
  const filter = compact({ stream, type, correlation, from, to });
  const position = Number(params.position);
  return (
    <div className="grid gap-6">
      <EventFilters key={JSON.stringify(filter)} filter={filter} onFilter={onFilter} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <EventList filter={filter} chosen={position} />
        {Number.isSafeInteger(position) && position > 0 && <EventView key={position} position={position} />}
      </div>
    </div>
  );
}

function EventList({ filter, chosen }: { filter: EventFilter; chosen: number }) {
  const query = useInfiniteQuery(eventsQuery(filter));
  const [following, setFollowing] = useState(false);
  const head = query.data?.pages[0]?.head;
  const tail = useQuery({ ...tailQuery(filter, head ?? 0), enabled: following && head !== undefined });
  const newer = (following && tail.data?.events) || [];
  const missed = following && tail.data !== undefined && !tail.data.end;
  return (
    <section aria-label={words.title} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          variant="secondary"
          aria-pressed={following}
          onClick={() => setFollowing(!following)}
        >
          {following ? words.pause : words.follow}
        </Button>
        <p role="status" className="text-sm text-muted">
          {following && words.news(newer.length)}
        </p>
        {missed && (
          <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
            {words.showNewest}
          </Button>
        )}
      </div>
      <QueryView
        query={query}
        pending={<Skeleton className="h-96" />}
        failed={{ title: words.failed, hint: texts.tryAgain }}
      >
        {({ pages }) => {
          const older = pages.flatMap((page) => page.events);
          const last = pages.at(-1);
          return (
            <>
              {newer.length + older.length === 0 && last?.end ? (
                <EmptyState title={words.none} hint={words.noneHint} />
              ) : (
                <ol className="divide-y divide-line rounded-ui border border-line bg-surface">
                  {[...newer, ...older].map((event) => (
                    <EventRow key={event.position} event={event} filter={filter} chosen={chosen} />
                  ))}
                </ol>
              )}
              {last && !last.end && (
                <div className="flex flex-wrap items-center gap-3">
                  <Button
                    variant="secondary"
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {words.older}
                  </Button>
                  <p className="text-sm text-muted">{words.lookedTo(last.scannedTo)}</p>
                </div>
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

interface RowProps {
  event: EventHead;
  filter: EventFilter;
  chosen: number;
}

function EventRow({ event, filter, chosen }: RowProps) {
  const isChosen = event.position === chosen;
  return (
    <li className={isChosen ? "bg-leaf-soft" : undefined}>
      <Link
        to="/admin/operations"
        search={{ tab: "events", ...filter, position: String(event.position) }}
        resetScroll={false}
        aria-current={isChosen ? "true" : undefined}
        className="grid px-4 py-2.5 text-sm hover:bg-sunken"
      >
        <span className="flex justify-between gap-4">
          <span className="font-semibold">{event.type}</span>
          <span className="text-muted tabular-nums">{formatDateTime(event.recordedAt)}</span>
        </span>
        <span className="flex justify-between gap-4 text-muted">
          <span className="break-all">
            {event.stream} · {event.version}
          </span>
          <span className="tabular-nums">{formatCount(event.position)}</span>
        </span>
      </Link>
    </li>
  );
}
