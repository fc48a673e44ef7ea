import type { Story as StoryAnswer } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { actorOf } from "../model/actor";
import { formatWithSeconds } from "../model/moments";
import { texts } from "../storyTexts";
import { StoryManagers } from "./StoryManagers";
import { StoryViews } from "./StoryViews";
import { TabLink } from "./TabLink";

/** Deeper events get no further indentation. */
const MAX_INDENTS = 6;
const INDENT_REM = 0.75;

interface Props {
  story: StoryAnswer;
  busy: boolean;
  /** Searches more of the log; undefined when there is no more. */
  onFurther: (() => void) | undefined;
}

/** The story of a request: its events, the views that show them, and the actions of process managers. */
export function Story({ story, busy, onFurther }: Props) {
  const { correlationId, actor, beganAt, events, more, from, to, complete } = story;
  return (
    <div className="grid min-w-0 gap-6 text-sm">
      <Card>
        <h2 className="text-h2">{texts.title}</h2>
        <dl className="mt-2 grid gap-1 break-all">
          <dt className="text-muted">{texts.request}</dt>
          <dd>{correlationId}</dd>
          <dt className="text-muted">{texts.by}</dt>
          <dd>{actorOf(actor)}</dd>
          <dt className="text-muted">{texts.when}</dt>
          <dd>{formatWithSeconds(beganAt)}</dd>
        </dl>
      </Card>
      <section aria-labelledby="story-events" className="grid gap-2">
        <h3 id="story-events" className="text-h3">
          {texts.events}
        </h3>
        <p className="text-muted">{texts.eventsHint}</p>
        <ol className="divide-y divide-line rounded-ui border border-line bg-surface">
          {events.map(({ event, sentence, depth }) => (
            <li key={event.eventId} className="px-4 py-2.5">
              <div style={{ marginInlineStart: `${Math.min(depth, MAX_INDENTS) * INDENT_REM}rem` }}>
                <p className="font-semibold break-words">{sentence}</p>
                <p className="flex flex-wrap items-center gap-x-4 text-muted tabular-nums">
                  <span>{formatWithSeconds(event.recordedAt)}</span>
                  <TabLink params={{ position: String(event.position) }}>
                    {texts.event(event.type, event.position)}
                  </TabLink>
                </p>
              </div>
            </li>
          ))}
        </ol>
        {more && <p className="text-muted">{texts.more}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-muted">
            {complete ? texts.whole : texts.looked(from, to)}
          </p>
          {!complete && onFurther && (
            <Button size="sm" variant="secondary" busy={busy} onClick={onFurther}>
              {texts.lookFurther}
            </Button>
          )}
          <TabLink params={{ correlation: correlationId }}>{texts.filter}</TabLink>
        </div>
      </section>
      <StoryViews views={story.views} />
      <StoryManagers managers={story.managers} />
    </div>
  );
}
