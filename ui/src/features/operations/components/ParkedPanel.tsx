import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { DryRun, ParkedGroup, ParkedItem } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { actOnParked, actOnStep, parkedQuery, tryParked, type ParkedAct } from "../api/operations";
import { settledCondition } from "../model/settledCondition";
import { texts } from "../texts";
import { ActDialog } from "./ActDialog";
import { TabLink } from "./TabLink";

const words = texts.parked;

/** The parked streams, grouped by error. */
export function ParkedPanel() {
  const query = useQuery(parkedQuery);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-64" />}
      failed={{ title: words.failed, hint: texts.tryAgain }}
      empty={<EmptyState title={words.none} hint={words.noneHint} />}
      isEmpty={({ groups }) => groups.length === 0}
    >
      {({ groups, more }) => (
        <div className="grid gap-4">
          {groups.map((group) => (
            <ErrorGroup key={group.error} group={group} />
          ))}
          {more && <p className="text-muted">{words.more}</p>}
        </div>
      )}
    </QueryView>
  );
}

function ErrorGroup({ group }: { group: ParkedGroup }) {
  const hidden = group.total - group.items.length;
  return (
    <Card role="group" aria-label={words.caption(group.error)} className="grid gap-4">
      <div>
        <h3 className="text-h3 break-words">{group.error}</h3>
        <p className="text-sm text-muted">
          {words.group(group.total)} · {group.owners.join(", ")}
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {group.items.map((item) => (
          <ParkedStream key={`${item.owner} ${item.stream} ${item.position}`} item={item} />
        ))}
      </ul>
      {hidden > 0 && <p className="text-sm text-muted">{words.hidden(hidden)}</p>}
    </Card>
  );
}

function ParkedStream({ item }: { item: ParkedItem }) {
  const [asking, setAsking] = useState<ParkedAct | null>(null);
  const { owner, stream, step } = item;
  const trying = useMutation({ mutationFn: (of: string) => tryParked(owner, of) });
  const decide = (wanted: ParkedAct, of: string, reason: string, settled: boolean) =>
    step === null
      ? actOnParked(wanted, owner, of, reason)
      : actOnStep(wanted === "retry" ? "runNow" : "skipStep", owner, step, reason, settled);
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 py-3 text-sm">
      <div className="grid min-w-0 gap-1">
        <p>
          <span className="text-muted">{words.owner[item.kind]}</span>{" "}
          <span className="font-semibold">{owner}</span>
        </p>
        <ParkedEvent item={item} />
        <p className="break-words text-danger">{item.error}</p>
        <p className="text-muted">
          {words.since(formatDateTime(item.since), item.tries)} · {words.waiting(item.waiting, item.moreWait)}
        </p>
      </div>
      {stream && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="secondary"
            aria-label={words.dryRunOf(words.of(owner, stream))}
            busy={trying.isPending}
            onClick={() => trying.mutate(stream)}
          >
            {words.dryRun}
          </Button>
          {(["retry", "skip"] as const).map((act) => (
            <Button
              key={act}
              size="sm"
              variant={act === "skip" ? "danger" : "secondary"}
              aria-label={`${texts.acts[act].label} ${words.of(owner, stream)}`}
              onClick={() => setAsking(act)}
            >
              {texts.acts[act].label}
            </Button>
          ))}
        </div>
      )}
      <div role="status" className="w-full empty:hidden">
        {trying.isError && <p className="text-danger">{messageOf(trying.error, words.dryRunFailed)}</p>}
        {trying.data && <DryRunResult tried={trying.data} />}
      </div>
      {asking && stream && (
        <ActDialog
          words={texts.acts[asking]}
          name={words.of(owner, stream)}
          typed={asking === "skip" ? owner : undefined}
          danger={asking === "skip"}
          condition={asking === "skip" ? settledCondition(item.money) : null}
          act={(reason, settled) => decide(asking, stream, reason, settled)}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  );
}

/** The event at which a stream is parked, linked to the event and to its place in the stream. */
function ParkedEvent({ item: { event, stream, version, position } }: { item: ParkedItem }) {
  const name = event ?? words.unknownEvent;
  const place = version === null ? stream : `${stream} · ${version}`;
  return (
    <p className="break-all">
      {position === null ? (
        <span>{name}</span>
      ) : (
        <TabLink params={{ position: String(position) }}>{name}</TabLink>
      )}
      {stream && (
        <span>
          {" · "}
          <TabLink tab="stream" params={{ stream, version: version === null ? undefined : String(version) }}>
            {place}
          </TabLink>
        </span>
      )}
    </p>
  );
}

/** The result of a dry run. */
function DryRunResult({ tried }: { tried: DryRun }) {
  const { outcome, applied, waiting, version, error } = tried;
  const text = {
    applied: words.tried.applied(applied, waiting),
    parked: `${words.tried.parked(applied, version)} ${error ?? ""}`,
    untried: `${words.tried.untried} ${error ?? ""}`,
  }[outcome];
  return <p className={outcome === "applied" ? "font-semibold" : "text-danger"}>{text}</p>;
}
