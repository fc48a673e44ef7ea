import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/dates";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { historyQuery } from "../../api/reviews";
import { texts } from "../../inboxTexts";
import { Section } from "./Section";

const words = texts.history;

interface Props {
  id: string;
  /** Whether a step concerns the reviewed item. */
  concerns: (action: string) => boolean;
}

/** Earlier decisions with admin and reason, and the merchant's changes in between; newest first. */
export function History({ id, concerns }: Props) {
  const query = useQuery(historyQuery(id));
  return (
    <Section title={words.title}>
      <QueryView
        query={query}
        pending={<Skeleton className="h-16" />}
        failed={{ title: words.failed, hint: texts.tryAgain, level: 3 }}
        empty={<p className="text-muted">{words.none}</p>}
      >
        {(history) => (
          <ol className="grid gap-2 border-l-2 border-line pl-4 text-sm">
            {history
              .filter(({ action }) => concerns(action))
              .map(({ id: entry, action, at, actor, reason }) => (
                <li key={entry}>
                  <span className="font-semibold">
                    {words.actions[action] ?? action.replaceAll("-", " ")}
                  </span>{" "}
                  <span className="text-muted">
                    <time dateTime={at}>{formatDateTime(at)}</time> {words.by(actor.name)}
                  </span>
                  {reason && <p>{reason}</p>}
                </li>
              ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}
