import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ViewReport } from "@/api/types";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { viewsQuery } from "../api/operations";
import { addSamples, type Samples } from "../model/samples";
import { texts } from "../texts";
import { ViewCard } from "./ViewCard";

const words = texts.views;

/** All views, refreshed live. */
export function ViewsPanel({ onParked }: { onParked: () => void }) {
  const query = useQuery(viewsQuery);
  const samples = useSamples(query.data?.views, query.dataUpdatedAt);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: words.failed, hint: texts.tryAgain }}
      empty={<EmptyState title={words.none} />}
      isEmpty={({ views }) => views.length === 0}
    >
      {({ views }) => (
        <ul aria-label={words.caption} className="grid gap-4">
          {views.map((view) => (
            <li key={view.name} className="min-w-0">
              <ViewCard view={view} samples={samples[view.name] ?? []} onParked={onParked} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

/** The lag of each view since the page was opened. */
function useSamples(views: readonly ViewReport[] | undefined, at: number): Samples {
  const [known, setKnown] = useState<{ at: number; samples: Samples }>({ at: 0, samples: {} });
  if (views && at !== known.at) {
    const next = { at, samples: addSamples(known.samples, views) };
    setKnown(next);
    return next.samples;
  }
  return known.samples;
}
