import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { streamQuery } from "../api/events";
import { endOfMoment, formatWithSeconds, fromDateTimeInput, toDateTimeInput } from "../model/moments";
import { texts } from "../texts";
import { LookUp } from "./LookUp";
import { Step } from "./Step";

const words = texts.stream;

interface Props {
  stream: string | undefined;
  /** The event after which the state is shown; absent: the last one. */
  version: number | undefined;
  /** Instead of a version: the time at which the object is shown. */
  asOf: string | undefined;
  onChange: (stream: string, at?: { version?: number; asOf?: string }) => void;
}

/** The history of one object, event by event, with the state after each. */
export function StreamPanel({ stream, version, asOf, onChange }: Props) {
  return (
    <div className="grid gap-6">
      <LookUp
        label={words.label}
        field={words.stream}
        hint={words.hint}
        show={words.show}
        value={stream}
        onShow={onChange}
      />
      {stream ? (
        <Steps key={stream} stream={stream} version={version} asOf={asOf} onChange={onChange} />
      ) : (
        <EmptyState title={words.none} hint={words.noneHint} />
      )}
    </div>
  );
}

function Steps({ stream, version, asOf, onChange }: Props & { stream: string }) {
  const query = useInfiniteQuery(streamQuery(stream));
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = endOfMoment(asOf);
  const last = query.data?.pages.at(-1)?.events.at(-1)?.event;
  // The wanted version or time may be on a page of events that has not loaded yet.
  const isBehind =
    last !== undefined &&
    (end === undefined ? version !== undefined && last.version < version : timeOf(last) <= end);
  const loadsMore = isBehind && hasNextPage && !isFetchNextPageError;
  const loadedTo = last?.version;
  useEffect(() => {
    // A page may arrive without a render in between, so `loadedTo` must repeat this effect, not `isFetching` alone.
    if (loadsMore && !isFetching && loadedTo !== undefined) void fetchNextPage();
  }, [loadsMore, isFetching, loadedTo, fetchNextPage]);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: words.failed, hint: words.failedHint }}
    >
      {({ pages }) => {
        const steps = pages.flatMap((page) => page.events);
        const first = steps[0];
        if (!first) return <EmptyState title={words.none} />;
        if (loadsMore) return <Skeleton className="h-96" />;
        const chosen =
          end === undefined
            ? steps.findIndex(({ event }) => event.version === version)
            : steps.findLastIndex(({ event }) => timeOf(event) <= end);
        const isTooEarly = end !== undefined && chosen === -1;
        const index = isTooEarly || chosen !== -1 ? chosen : steps.length - 1;
        const step = steps[index];
        const go = (to: number) => {
          const target = steps[to];
          if (target) onChange(stream, { version: target.event.version });
        };
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-end gap-3">
              <div className="flex flex-wrap items-center gap-3">
                <Button size="sm" variant="secondary" disabled={index <= 0} onClick={() => go(index - 1)}>
                  {words.back}
                </Button>
                <p role="status" className="text-sm tabular-nums">
                  {step
                    ? words.of(step.event.version, pages.at(-1)?.version ?? 0)
                    : words.before(pages.at(-1)?.version ?? 0)}
                </p>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={index === steps.length - 1}
                  onClick={() => go(index + 1)}
                >
                  {words.forth}
                </Button>
              </div>
              <AsOf
                key={end}
                end={end}
                onAsOf={(moment) => onChange(stream, moment === undefined ? {} : { asOf: moment })}
              />
              {hasNextPage && (
                <Button
                  size="sm"
                  variant="secondary"
                  busy={query.isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {words.more}
                </Button>
              )}
            </div>
            {step ? (
              <Step step={step} before={steps[index - 1]} />
            ) : (
              <EmptyState
                title={words.notYet}
                hint={words.notYetHint(formatWithSeconds(first.event.recordedAt))}
                action={
                  <Button variant="secondary" onClick={() => go(0)}>
                    {words.first}
                  </Button>
                }
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

const timeOf = (event: { recordedAt: string }) => new Date(event.recordedAt).getTime();

interface AsOfProps {
  end: number | undefined;
  onAsOf: (moment: string | undefined) => void;
}

/** Jumps to the last event recorded by a given time. */
function AsOf({ end, onAsOf }: AsOfProps) {
  const [entered, setEntered] = useState(end === undefined ? "" : toDateTimeInput(end));
  function submit(event: FormEvent) {
    event.preventDefault();
    onAsOf(fromDateTimeInput(entered));
  }
  return (
    <form className="flex flex-wrap items-end gap-3 md:ml-auto" onSubmit={submit}>
      <Field label={words.asOf}>
        {(props) => (
          <Input
            {...props}
            type="datetime-local"
            step="1"
            value={entered}
            onChange={({ target }) => setEntered(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="secondary">
        {words.jump}
      </Button>
    </form>
  );
}
