import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ApiError } from "@/api/error";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { storyQuery, type StoryOf } from "../api/events";
import type { OperationsParams } from "../model/tabs";
import { texts } from "../storyTexts";
import { Story } from "./Story";

/** How many events are looked at on each side at first, and the most. */
const REACH = { first: 20_000, highest: 1_000_000, factor: 10 };

interface Props {
  params: OperationsParams;
  onChange: (of: StoryOf) => void;
}

/** Everything that one request has led to. */
export function StoryPanel({ params: { position, correlation }, onChange }: Props) {
  const of = position ? { position } : correlation ? { correlation } : undefined;
  const asked = position ?? correlation;
  return (
    <div className="grid gap-6">
      <Find key={asked} asked={asked} onFind={onChange} />
      {of ? <Found key={asked} of={of} /> : <EmptyState title={texts.none} hint={texts.noneHint} />}
    </div>
  );
}

function Find({ asked, onFind }: { asked: string | undefined; onFind: (of: StoryOf) => void }) {
  const [entered, setEntered] = useState(asked ?? "");
  function submit(event: FormEvent) {
    event.preventDefault();
    const text = entered.trim().replaceAll(",", "");
    if (text) onFind(/^\d+$/.test(text) ? { position: text } : { correlation: text });
  }
  return (
    <form role="search" aria-label={texts.label} className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field label={texts.of} className="min-w-56 flex-1">
        {(props) => (
          <Input
            {...props}
            spellCheck={false}
            placeholder={texts.hint}
            value={entered}
            onChange={({ target }) => setEntered(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="leaf">
        {texts.show}
      </Button>
    </form>
  );
}

function Found({ of }: { of: StoryOf }) {
  const [reach, setReach] = useState(REACH.first);
  const query = useQuery(storyQuery(of, reach));
  const further =
    reach < REACH.highest ? () => setReach(Math.min(reach * REACH.factor, REACH.highest)) : undefined;
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
