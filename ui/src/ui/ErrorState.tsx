import { CloudOff } from "lucide-react";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { texts } from "./texts";

interface Props {
  /** The specification's text for this failure. */
  title: string;
  hint?: string;
  level?: 1 | 2 | 3;
  onRetry: () => void;
  retrying?: boolean;
}

/** A failed load with a Retry button. */
export function ErrorState({ title, hint, level, onRetry, retrying }: Props) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        hint={hint}
        level={level}
        icon={<CloudOff aria-hidden className="size-10" />}
        action={
          <Button variant="secondary" busy={retrying} onClick={onRetry}>
            {texts.retry}
          </Button>
        }
      />
    </div>
  );
}
