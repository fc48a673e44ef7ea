import { EmptyState } from "@/ui/EmptyState";
import { QueryView, type QueryState } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { State, States } from "../State";
import { nothing } from "../samples";

const ROWS = ["Kale", "Leeks"];

const answered: QueryState<string[]> = {
  data: ROWS,
  error: null,
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  errorUpdateCount: 0,
  refetch: nothing,
};
const broken = { error: new Error("no answer"), isError: true, errorUpdateCount: 1 };

const SITUATIONS: Record<string, Partial<QueryState<string[]>>> = {
  loading: { data: undefined, isFetching: true },
  failed: { data: undefined, ...broken },
  empty: { data: [] },
  rows: {},
  "older rows, dimmed": { isPlaceholderData: true, isFetching: true },
  "rows that could not be refreshed": broken,
};

export function Queries() {
  return (
    <States of="QueryView" columns={2}>
      {Object.entries(SITUATIONS).map(([name, change]) => (
        <State key={name} name={name}>
          <QueryView
            query={{ ...answered, ...change }}
            pending={<Skeleton className="h-6 w-2/3" />}
            failed={{ title: "The list could not be loaded", level: 3 }}
            empty={<EmptyState title="Nothing here yet" level={3} />}
          >
            {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
          </QueryView>
        </State>
      ))}
    </States>
  );
}
