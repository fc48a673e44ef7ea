import { CloudOff } from "lucide-react";
import { Button } from "./Button";
import { texts } from "./texts";

/** A notice above rows that could not be refreshed. */
export function StaleNotice({ onRetry, retrying }: { onRetry: () => void; retrying?: boolean }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ui bg-butter-soft px-4 py-2 text-butter-ink"
    >
      <CloudOff aria-hidden className="size-5 shrink-0" />
      <p className="flex-1">{texts.outOfDate}</p>
      <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  );
}
