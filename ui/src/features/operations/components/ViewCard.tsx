import { useState } from "react";
import type { ViewReport } from "@/api/types";
import { formatCount } from "@/lib/count";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { actOnView, type ViewAct } from "../api/operations";
import { texts } from "../texts";
import { ActDialog } from "./ActDialog";
import { Builds } from "./Builds";
import { RebuildProgress } from "./RebuildProgress";
import { Sparkline } from "./Sparkline";

const words = texts.views;

const tones: Record<ViewReport["state"], BadgeTone> = {
  serving: "leaf",
  building: "butter",
  paused: "butter",
  failing: "danger",
  stopped: "danger",
};

/** Risky actions, which need the view's name typed. */
const RISKY_ACTS: readonly ViewAct[] = ["review", "swap", "rollback"];

/** The actions on a view in its present state, the most frequent first. */
function actsOn(view: ViewReport): ViewAct[] {
  const paused = view.pausedAt !== null;
  const awaitsSwap = view.rebuild?.held && view.rebuild.reviewedAt !== null;
  return [
    ...(awaitsSwap && !paused ? (["swap"] as const) : []),
    ...(view.rebuild ? (["cancel"] as const) : paused ? [] : (["review"] as const)),
    paused ? "resume" : "pause",
    ...(view.generations.some(({ state }) => state === "previous") ? (["rollback"] as const) : []),
  ];
}

interface Props {
  view: ViewReport;
  samples: readonly number[];
  /** Opens the parked streams. */
  onParked: () => void;
}

/** One view: its state, its lag, its builds and its actions. */
export function ViewCard({ view, samples, onParked }: Props) {
  const [asking, setAsking] = useState<ViewAct | null>(null);
  const { name, rebuild } = view;
  return (
    <Card id={`view-${name}`} role="group" aria-label={name} className="grid min-w-0 scroll-mt-24 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-h3">{name}</h3>
        <Badge tone={tones[view.state]}>{words.states[view.state]}</Badge>
        {rebuild && view.state !== "building" && <Badge tone="butter">{words.rebuilding}</Badge>}
        {view.parked > 0 && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={words.parkedOf(view.parked, name)}
            onClick={onParked}
          >
            {words.columns.parked} {formatCount(view.parked)}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {actsOn(view).map((act) => (
            <Button
              key={act}
              size="sm"
              variant="secondary"
              aria-label={texts.acts[act].title(name).replace("?", "")}
              onClick={() => setAsking(act)}
            >
              {texts.acts[act].label}
            </Button>
          ))}
        </div>
      </div>
      {view.error && <p className="text-sm text-danger">{view.error}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        <Figure label={words.columns.lag}>
          {view.lag === 0 ? words.current : words.behind(view.lag, view.lagSeconds)}
        </Figure>
        <Figure label={words.columns.trend}>
          <Sparkline
            label={`${words.trend(name)}: ${words.trendNow(samples.at(-1) ?? view.lag)}`}
            samples={samples}
          />
        </Figure>
        <Figure label={words.columns.position}>{formatCount(view.position)}</Figure>
        <Figure label={words.columns.rows}>{formatCount(view.rows)}</Figure>
      </dl>
      {rebuild && <RebuildProgress name={name} rebuild={rebuild} />}
      <Builds name={name} builds={view.generations} />
      {asking && (
        <ActDialog
          words={texts.acts[asking]}
          name={name}
          typed={RISKY_ACTS.includes(asking) ? name : undefined}
          danger={asking === "cancel"}
          act={(reason) => actOnView(asking, name, reason)}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
