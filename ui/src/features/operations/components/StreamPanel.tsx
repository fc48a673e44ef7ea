import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { StreamStep } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { streamQuery } from "../api/events";
import { changesBetween, lineOf, type Json } from "../model/tree";
import { texts } from "../texts";
import { PayloadTree } from "./PayloadTree";

const words = texts.stream;

interface Props {
  stream: string | undefined;
  /** The event behind which the state is shown; the last one without it. */
  version: number | undefined;
  onChange: (stream: string, version?: number) => void;
}

/** The history of one thing, event by event, with the state behind each. */
export function StreamPanel({ stream, version, onChange }: Props) {
  const [entered, setEntered] = useState(stream ?? "");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (entered.trim()) onChange(entered.trim());
  }
  return (
    <div className="grid gap-6">
      <form
        role="search"
        aria-label={words.label}
        className="flex flex-wrap items-end gap-3"
        onSubmit={submit}
      >
        <Field label={words.stream} className="min-w-0 flex-1">
          {(props) => (
            <Input
              {...props}
              spellCheck={false}
              placeholder={words.hint}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="leaf">
          {words.show}
        </Button>
      </form>
      {stream ? (
        <Steps key={stream} stream={stream} version={version} onChange={onChange} />
      ) : (
        <EmptyState title={words.none} hint={words.noneHint} />
      )}
    </div>
  );
}

function Steps({ stream, version, onChange }: Props & { stream: string }) {
  const query = useInfiniteQuery(streamQuery(stream));
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: words.failed, hint: words.failedHint }}
    >
      {({ pages }) => {
        const steps = pages.flatMap((page) => page.events);
        const found = steps.findIndex(({ event }) => event.version === version);
        const index = found === -1 ? steps.length - 1 : found;
        const step = steps[index];
        if (!step) return <EmptyState title={words.none} />;
        const go = (to: number) => {
          const target = steps[to];
          if (target) onChange(stream, target.event.version);
        };
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-center gap-3">
              <Button size="sm" variant="secondary" disabled={index === 0} onClick={() => go(index - 1)}>
                {words.back}
              </Button>
              <p role="status" className="text-sm tabular-nums">
                {words.of(step.event.version, pages.at(-1)?.version ?? 0)}
              </p>
              <Button
                size="sm"
                variant="secondary"
                disabled={index === steps.length - 1}
                onClick={() => go(index + 1)}
              >
                {words.forth}
              </Button>
              <Field label={words.asOf} className="ml-auto">
                {(props) => (
                  <Input
                    {...props}
                    type="date"
                    onChange={({ target }) => target.value && go(lastBy(steps, target.value))}
                  />
                )}
              </Field>
              {query.hasNextPage && (
                <Button
                  size="sm"
                  variant="secondary"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {words.more}
                </Button>
              )}
            </div>
            <Step step={step} before={steps[index - 1]} />
          </div>
        );
      }}
    </QueryView>
  );
}

/** The last event that was recorded by the end of a day in the reader's time zone; the first one when all are later. */
function lastBy(steps: readonly StreamStep[], day: string): number {
  const end = new Date(`${day}T23:59:59.999`).getTime();
  return Math.max(
    0,
    steps.findLastIndex(({ event }) => new Date(event.recordedAt).getTime() <= end),
  );
}

function Step({ step, before }: { step: StreamStep; before: StreamStep | undefined }) {
  const { event, data, state } = step;
  const changes = state === null ? [] : changesBetween((before?.state ?? {}) as Json, state as Json);
  return (
    <Card className="grid gap-5 text-sm" role="group" aria-label={event.type}>
      <div>
        <h3 className="text-h3">{event.type}</h3>
        <p className="text-muted tabular-nums">{formatDateTime(event.recordedAt)}</p>
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <div className="min-w-0">
          <h4 className="font-semibold">{words.payload}</h4>
          <div className="mt-2 text-xs">
            <PayloadTree value={data as Json} />
          </div>
        </div>
        <div className="min-w-0">
          <h4 className="font-semibold">{words.changes}</h4>
          {changes.length === 0 ? (
            <p className="mt-2 text-muted">{state === null ? words.noState : words.noChanges}</p>
          ) : (
            <dl className="mt-2 grid gap-2 text-xs">
              {changes.map((change) => (
                <div key={change.path}>
                  <dt className="break-all text-muted">{change.path || words.whole}</dt>
                  <dd className="break-all">
                    <del className="bg-danger-soft text-danger">{lineOf(change.before)}</del>{" "}
                    <ins className="bg-leaf-soft">{lineOf(change.after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
      {state !== null && (
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold">{words.state}</summary>
          <div className="mt-2 text-xs">
            <PayloadTree value={state as Json} />
          </div>
        </details>
      )}
    </Card>
  );
}
