import type { StreamStep } from "@/api/types";
import { Card } from "@/ui/Card";
import { formatWithSeconds } from "../model/moments";
import { changesBetween, lineOf, type Json } from "../model/tree";
import { texts } from "../texts";
import { PayloadTree } from "./PayloadTree";
import { TabLink } from "./TabLink";

const words = texts.stream;

/** An event of a stream, its changes, and the state after it. */
export function Step({ step, before }: { step: StreamStep; before: StreamStep | undefined }) {
  const { event, data, state } = step;
  const changes = state === null ? [] : changesBetween((before?.state ?? {}) as Json, state as Json);
  return (
    <Card className="grid gap-5 text-sm" role="group" aria-label={event.type}>
      <div>
        <h3 className="text-h3">{event.type}</h3>
        <p className="flex flex-wrap items-center gap-x-4 text-muted tabular-nums">
          <span>{formatWithSeconds(event.recordedAt)}</span>
          <TabLink params={{ position: String(event.position) }}>{texts.events.at(event.position)}</TabLink>
          <TabLink tab="story" params={{ position: String(event.position) }}>
            {texts.events.story}
          </TabLink>
        </p>
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
