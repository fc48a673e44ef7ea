import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { messageOf } from "@/api/error";
import type { AuditEntry } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { wholeNumber } from "@/lib/search";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { NumberedPagination } from "@/ui/NumberedPagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { Table, type Column } from "@/ui/Table";
import { auditQuery, type AuditFilter } from "../../api/audit";
import { texts } from "../../auditTexts";
import { renderAccessDenied } from "../AccessDenied";
import { AuditDownload } from "./AuditDownload";
import { AuditFilters } from "./AuditFilters";
import { EntryActor, EntryTime, EntryPosition, EntryAction } from "./EntryParts";
import { EntryReason } from "./EntryReason";

const route = getRouteApi("/admin/audit");
const FOUND_ID = "audit-found";
const DEBOUNCE_MS = 250;

/** The audit log in pages; every filter is in the URL. */
export function AuditLog() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page: _, ...filter } = search;
  const page = wholeNumber(search, "page") ?? 1;
  const actor = useDebounced(filter.actor, DEBOUNCE_MS);
  const subject = useDebounced(filter.subject, DEBOUNCE_MS);
  const query = useQuery({
    ...auditQuery({ ...filter, actor, subject }, page),
    placeholderData: keepPreviousData,
  });
  const go = (change: AuditFilter & { page?: string }, replace: boolean) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace, resetScroll: false });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const pagination = query.data?.pagination;
  const { asOf } = filter;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <AuditFilters filter={filter} onChange={(change) => go(change, true)} />
      {asOf && (
        <Card tone="butter" className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">{texts.asItWas(formatDate(asOf))}</p>
          <Button variant="secondary" size="sm" onClick={() => go({ asOf: undefined }, true)}>
            {texts.today}
          </Button>
        </Card>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={FOUND_ID} role="status" tabIndex={-1} className="text-muted tabular-nums outline-none">
          {pagination && texts.found(pagination.totalEntries)}
        </p>
        <AuditDownload filter={filter} />
      </div>
      <QueryView
        query={query}
        pending={<Skeleton className="h-screen" />}
        failed={{ title: texts.failed, hint: messageOf(query.error, texts.tryAgain), level: 2 }}
        renderError={renderAccessDenied}
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <EmptyState
            title={texts.none}
            hint={texts.noneHint}
            icon={<SearchX aria-hidden className="size-10" />}
            action={
              <Button variant="secondary" onClick={clear}>
                {texts.clear}
              </Button>
            }
          />
        }
      >
        {({ entries }) => (
          <Table
            caption={texts.caption}
            columns={COLUMNS}
            rows={entries}
            rowKey={({ id }) => id}
            card={entryCard}
          />
        )}
      </QueryView>
      <NumberedPagination
        page={page}
        totalPages={pagination?.totalPages ?? 0}
        onChange={(next) => {
          go({ page: next > 1 ? String(next) : undefined }, false);
          document.getElementById(FOUND_ID)?.focus();
        }}
      />
    </div>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { key: "at", header: texts.columns.at, cell: ({ at }) => <EntryTime at={at} /> },
  { key: "actor", header: texts.columns.actor, cell: ({ actor }) => <EntryActor actor={actor} /> },
  { key: "what", header: texts.columns.what, cell: (entry) => <EntryAction entry={entry} /> },
  { key: "why", header: texts.columns.why, cell: (entry) => <EntryReason entry={entry} /> },
  {
    key: "position",
    header: texts.columns.position,
    align: "end",
    cell: (entry) => <EntryPosition entry={entry} />,
  },
];

const entryCard = (entry: AuditEntry) => (
  <Card className="grid gap-3">
    <div className="flex items-start justify-between gap-3 text-sm">
      <EntryTime at={entry.at} />
      <EntryPosition entry={entry} />
    </div>
    <EntryAction entry={entry} />
    <EntryActor actor={entry.actor} />
    <EntryReason entry={entry} />
  </Card>
);
