import type { ViewReport } from "@/api/types";
import { cx } from "@/ui/cx";
import { ProgressBar } from "@/ui/ProgressBar";
import { stagesOf } from "../model/rebuildStages";
import { texts } from "../texts";
import { ReviewPanel } from "./ReviewPanel";

const words = texts.rebuild;

interface Props {
  name: string;
  rebuild: NonNullable<ViewReport["rebuild"]>;
}

/** The progress of the build that will replace the serving one, and its differences once complete. */
export function RebuildProgress({ name, rebuild }: Props) {
  const head = rebuild.position + rebuild.lag;
  const { stages, now } = stagesOf(rebuild);
  const at = stages.indexOf(now);
  return (
    <div className="grid min-w-0 gap-3 rounded-ui bg-sunken p-4 text-sm">
      <ol aria-label={words.walk(name)} className="flex flex-wrap gap-x-4 gap-y-1">
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={stage === now ? "step" : undefined}
            className={cx(index === at ? "font-semibold" : "text-muted")}
          >
            {index + 1}. {words.steps[stage]}
            {index <= at && <span>{` (${index < at ? words.stepDone : words.stepNow})`}</span>}
          </li>
        ))}
      </ol>
      {rebuild.reviewedAt === null || !rebuild.held ? (
        <>
          <ProgressBar label={words.progress(name)} share={head === 0 ? 1 : rebuild.position / head} />
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>{words.done(rebuild.events, rebuild.eventsPerSecond)}</span>
            <span>{rebuild.running ? words.left(rebuild.secondsLeft) : words.waits}</span>
          </p>
        </>
      ) : (
        <ReviewPanel name={name} reviewedAt={rebuild.reviewedAt} />
      )}
      <p className="text-muted">{words.unnoticed}</p>
      {rebuild.error && <p className="text-danger">{rebuild.error}</p>}
    </div>
  );
}
