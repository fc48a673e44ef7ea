import type { StoryManager } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { formatWithSeconds } from "../model/moments";
import { texts } from "../storyTexts";
import { TabLink } from "./TabLink";

const TONES = {
  done: "leaf",
  waiting: "butter",
  failing: "danger",
  parked: "danger",
  behind: "butter",
} as const;

/** The actions of process managers on a story, done and pending. */
export function StoryManagers({ managers }: { managers: StoryManager[] }) {
  return (
    <section aria-labelledby="story-managers" className="grid gap-2">
      <h3 id="story-managers" className="text-h3">
        {texts.managers}
      </h3>
      <p className="text-muted">{texts.managersHint}</p>
      {managers.length === 0 ? (
        <p>{texts.noManagers}</p>
      ) : (
        <ul className="divide-y divide-line rounded-ui border border-line bg-surface">
          {managers.map((manager) => (
            <Manager key={manager.name} manager={manager} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Manager({ manager: { name, state, made, steps } }: { manager: StoryManager }) {
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-semibold">{name.replaceAll("_", " ")}</span>
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        {made.length > 0 && <span className="text-muted">{texts.made(made.length)}</span>}
      </p>
      {steps.map(({ id, step, stream, dueAt, tries, error }) => (
        <p key={id} className="text-muted">
          {texts.step(step, formatWithSeconds(dueAt), tries)}{" "}
          <TabLink tab="stream" params={{ stream }}>
            {stream}
          </TabLink>
          {error && <span className="block break-words text-danger">{error}</span>}
        </p>
      ))}
    </li>
  );
}
