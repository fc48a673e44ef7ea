import type { ViewReport } from "@/api/types";
import { ProgressBar } from "@/ui/ProgressBar";
import { texts } from "../texts";

const words = texts.rebuild;

interface Props {
  name: string;
  rebuild: NonNullable<ViewReport["rebuild"]>;
}

/** How far the build is that will take the place of the one that serves. */
export function RebuildProgress({ name, rebuild }: Props) {
  const head = rebuild.position + rebuild.lag;
  return (
    <div className="grid gap-2 rounded-ui bg-sunken p-4 text-sm">
      <ProgressBar label={words.progress(name)} share={head === 0 ? 1 : rebuild.position / head} />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{words.done(rebuild.events, rebuild.eventsPerSecond)}</span>
        <span>{rebuild.running ? words.left(rebuild.secondsLeft) : words.waits}</span>
      </p>
      <p className="text-muted">{words.unnoticed}</p>
      {rebuild.error && <p className="text-danger">{rebuild.error}</p>}
    </div>
  );
}
