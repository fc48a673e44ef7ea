import type { Reason as ReasonAnswer } from "@/api/types";
import { formatWithSeconds } from "../model/moments";
import { texts } from "../whyTexts";
import { TabLink } from "./TabLink";

/** More fields than these are collapsed. */
const MAX_EXPANDED_FIELDS = 6;

/** An event in one sentence, with the fields that it changed. */
export function Reason({ reason: { event, sentence, fields } }: { reason: ReasonAnswer }) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{sentence}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-muted tabular-nums">
          <span>{formatWithSeconds(event.recordedAt)}</span>
          <TabLink params={{ position: String(event.position) }}>
            {texts.event(event.type, event.position)}
          </TabLink>
          <TabLink tab="story" params={{ position: String(event.position) }}>
            {texts.story}
          </TabLink>
        </p>
      </div>
      {fields.length > MAX_EXPANDED_FIELDS ? (
        <details>
          <summary className="min-h-6 cursor-pointer">{texts.fields(fields.length)}</summary>
          <Fields fields={fields} />
        </details>
      ) : (
        fields.length > 0 && <Fields fields={fields} />
      )}
    </li>
  );
}

function Fields({ fields }: Pick<ReasonAnswer, "fields">) {
  return (
    <dl className="mt-2 grid gap-2 text-xs">
      {fields.map(({ name, before, after, masked }) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">
            {masked && <span className="text-muted">{texts.masked}</span>}
            {before !== null && <del className="bg-danger-soft text-danger">{before}</del>}{" "}
            {after !== null && <ins className="bg-leaf-soft">{after}</ins>}
            {before !== null && after === null && <span>{texts.gone}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
