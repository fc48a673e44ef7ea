import { MessageSquareQuote } from "lucide-react";
import { useLiveState } from "@/api/live";
import type { Order } from "@/api/types";
import { Card } from "@/ui/Card";
import { Stepper } from "@/ui/Stepper";
import { headlineOf, latestNote, progressOf } from "../model/progress";
import { sellerOf } from "../model/status";
import { texts } from "../texts";

/** The order's state as a sentence and as steps; changes are announced. */
export function OrderProgress({ order }: { order: Order }) {
  const isDelayed = useLiveState() === "stale";
  const { title, hint } = headlineOf(order);
  const progress = progressOf(order);
  const note = latestNote(order);
  return (
    <Card tone={progress ? "leaf" : "plain"} className="grid gap-5 print:hidden">
      <div role="status">
        <p className="font-display text-h2">{title}</p>
        {hint && <p className="mt-1 text-muted">{hint}</p>}
        {isDelayed && <p className="mt-1 text-sm text-muted">{texts.delayed}</p>}
      </div>
      {progress && <Stepper label={texts.progress} steps={progress.steps} current={progress.current} />}
      {note && (
        <figure className="flex gap-3 rounded-ui bg-surface px-4 py-3">
          <MessageSquareQuote aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
          <div>
            <figcaption className="text-sm text-muted">{texts.noteFrom(sellerOf(order))}</figcaption>
            <blockquote className="whitespace-pre-line">{note}</blockquote>
          </div>
        </figure>
      )}
    </Card>
  );
}
