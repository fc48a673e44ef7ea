import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { storyQuery, type StoryOf } from "../api/events";
import type { OperationsParams } from "../model/tabs";
import { texts } from "../storyTexts";
import { LookUp } from "./LookUp";
import { Story } from "./Story";

/** Events searched on each side at first, the limit, and the growth factor. */
const SEARCH_REACH = { first: 20_000, highest: 1_000_000, factor: 10 };

interface Props {
  params: OperationsParams;
  onChange: (of: StoryOf) => void;
}

/** Looks up the story of a request. */
export function StoryPanel({ params: { position, correlation }, onChange }: Props) {
  const of = position ? { position } : correlation ? { correlation } : undefined;
  const current = position ?? correlation;
  return (
    <div className="grid gap-6">
      <LookUp
        label={texts.label}
        field={texts.of}
        hint={texts.hint}
        show={texts.show}
        value={current}
        onShow={(entered) => onChange(parseStoryOf(entered))}
      />
      {of ? <StoryResult key={current} of={of} /> : <EmptyState title={texts.none} hint={texts.noneHint} />}
    </div>
  );
}

/** Parses a correlation ID or an event's position. */
function parseStoryOf(entered: string): StoryOf {
  const text = entered.replaceAll(",", "");
  return /^\d+$/.test(text) ? { position: text } : { correlation: text };
}

function StoryResult({ of }: { of: StoryOf }) {
  const [reach, setReach] = useState(SEARCH_REACH.first);
  const query = useQuery(storyQuery(of, reach));
  const further =
    reach < SEARCH_REACH.highest
      ? () => setReach(Math.min(reach * SEARCH_REACH.factor, SEARCH_REACH.highest))
      : undefined;
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: texts.failed, hint: texts.tryAgain, level: 2 }}
      renderError={(error) =>
        error instanceof ApiError &&
        (error.status === 404 || error.status === 422) && (
          <EmptyState
            title={error.message}
            hint={texts.notFoundHint}
            action={
              "correlation" in of &&
              error.status === 404 &&
              further && (
                <Button variant="secondary" busy={query.isFetching} onClick={further}>
                  {texts.further}
                </Button>
              )
            }
          />
        )
      }
    >
      {(story) => <Story story={story} busy={query.isFetching} onFurther={further} />}
    </QueryView>
  );
}
