import { useQuery } from "@tanstack/react-query";
import type { EventDetail } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { eventQuery } from "../api/events";
import { actorOf } from "../model/actor";
import type { Json } from "../model/tree";
import { texts } from "../texts";
import { PayloadTree } from "./PayloadTree";
import { TabLink } from "./TabLink";

const words = texts.events;

/** One event: its context, its payload, and its links to other events. */
export function EventView({ position }: { position: number }) {
  const query = useQuery(eventQuery(position));
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: words.eventFailed(position), hint: texts.tryAgain }}
    >
      {(detail) => <Event detail={detail} />}
    </QueryView>
  );
}

function Event({ detail: { event, data, masked, links } }: { detail: EventDetail }) {
  const { correlation } = links;
  return (
    <Card
      role="group"
      aria-label={words.at(event.position)}
      className="grid min-w-0 gap-5 text-sm lg:sticky lg:top-24"
    >
      <div>
        <h3 className="text-h3">{event.type}</h3>
        <p className="text-muted tabular-nums">
          {words.at(event.position)}, {formatDateTime(event.recordedAt)}
        </p>
      </div>
      <dl className="grid gap-1 break-all">
        <dt className="text-muted">{words.fields.stream}</dt>
        <dd>
          <TabLink params={{ stream: event.stream, version: String(event.version) }} tab="stream">
            {event.stream}
          </TabLink>{" "}
          · {event.version}
        </dd>
        <dt className="text-muted">{words.fields.actor}</dt>
        <dd>{actorOf(event.actor)}</dd>
        <dt className="text-muted">{words.fields.schema}</dt>
        <dd>{event.schemaVersion}</dd>
        <dt className="text-muted">{words.fields.id}</dt>
        <dd>{event.eventId}</dd>
        <dt className="text-muted">{words.fields.correlation}</dt>
        <dd>
          <TabLink params={{ correlation: event.correlationId }}>{event.correlationId}</TabLink>{" "}
          {words.related(correlation.events, correlation.complete)}
          <TabLink tab="story" params={{ position: String(event.position) }}>
            {words.story}
          </TabLink>
        </dd>
        <dt className="text-muted">{words.fields.causation}</dt>
        <dd>
          {links.causation ? (
            <TabLink params={{ position: String(links.causation.position) }}>{links.causation.type}</TabLink>
          ) : (
            event.causationId
          )}
        </dd>
      </dl>
      <div>
        <h4 className="font-semibold">{words.payload}</h4>
        <div className="mt-2 text-xs">
          <PayloadTree value={data as Json} />
        </div>
        {masked > 0 && <p className="mt-2 text-muted">{words.maskedHint(masked)}</p>}
      </div>
      {links.effects.length > 0 && (
        <div>
          <h4 className="font-semibold">{words.effects}</h4>
          <ul className="mt-1 grid gap-1">
            {links.effects.map((effect) => (
              <li key={effect.position}>
                <TabLink params={{ position: String(effect.position) }}>{effect.type}</TabLink>{" "}
                <span className="break-all text-muted">{effect.stream}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="flex flex-wrap gap-4">
        {links.previous !== null && (
          <TabLink params={{ position: String(links.previous) }}>{words.previous}</TabLink>
        )}
        {links.next !== null && <TabLink params={{ position: String(links.next) }}>{words.next}</TabLink>}
      </p>
    </Card>
  );
}
