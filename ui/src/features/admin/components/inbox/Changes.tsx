import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { chipClass } from "@/ui/chipClass";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { historyQuery } from "../../api/reviews";
import { comparisonsOf, type Comparison } from "../../model/changes";
import { texts } from "../../inboxTexts";
import { ChangeValue } from "./ChangeValue";
import { Section } from "./Section";

const words = texts.changes;

const nameOf = ({ since }: Comparison) =>
  (since.action === "approved" ? words.sinceApproval : words.sinceRejection)(formatDate(since.at));

/** The merchant's changes to a resubmitted product, and the reason of its last rejection. */
export function Changes({ id }: { id: string }) {
  const query = useQuery(historyQuery(id));
  return (
    <Card tone="butter" className="grid grid-cols-1 gap-3">
      <QueryView
        query={query}
        pending={<Skeleton className="h-24" />}
        failed={{ title: words.failed, hint: texts.tryAgain, level: 3 }}
      >
        {(history) => <ComparisonView comparisons={comparisonsOf(history)} />}
      </QueryView>
    </Card>
  );
}

function ComparisonView({ comparisons }: { comparisons: Comparison[] }) {
  const [chosen, choose] = useState(0);
  const comparison = comparisons[chosen] ?? comparisons[0];
  if (!comparison) return null;
  const { since, changes } = comparison;
  return (
    <Section title={words.title}>
      <div role="group" aria-label={words.compareWith} className="flex flex-wrap gap-2">
        {comparisons.map((one, index) =>
          comparisons.length > 1 ? (
            <button
              key={one.since.id}
              type="button"
              aria-pressed={one === comparison}
              className={chipClass(one === comparison)}
              onClick={() => choose(index)}
            >
              {nameOf(one)}
            </button>
          ) : (
            <p key={one.since.id} className="text-sm">
              {nameOf(one)}
            </p>
          ),
        )}
      </div>
      {since.action === "rejected" && since.reason && <p>{words.because(since.reason)}</p>}
      {changes.length === 0 && <p className="font-semibold">{words.nothing}</p>}
      <dl className="grid grid-cols-1 gap-3">
        {changes.map((change) => (
          <div key={change.part}>
            <dt className="text-sm font-semibold">{words.parts[change.part]}</dt>
            <dd className="mt-1 rounded-ui bg-surface px-3 py-2">
              <ChangeValue {...change} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
