import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/error";
import type { Person } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { ProgressBar } from "@/ui/ProgressBar";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { personQuery } from "../api/person";
import { formatWithSeconds } from "../model/moments";
import { sumOfAll, sumByCategory } from "../model/personCounts";
import { texts } from "../personTexts";
import { LookUp } from "./LookUp";
import { PersonActs } from "./PersonActs";
import { PersonLog } from "./PersonLog";
import { TabLink } from "./TabLink";

const ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Props {
  /** The id of an account. */
  who: string | undefined;
  onChange: (who: string) => void;
}

/** A person's events in the log, with export and erasure. */
export function PersonPanel({ who, onChange }: Props) {
  /** The address stays out of the URL and the history. It is used until the URL names another person. */
  const [lookUp, setLookUp] = useState<{ address: string; from: string | undefined } | null>(null);
  const address = lookUp?.from === who ? lookUp?.address : undefined;
  function show(id: string) {
    setLookUp(null);
    if (id !== who) onChange(id);
  }
  const searched = address ?? who;
  return (
    <div className="grid gap-6">
      <LookUp
        label={texts.label}
        field={texts.who}
        hint={texts.hint}
        show={texts.show}
        value={searched}
        onShow={(value) => (ID_PATTERN.test(value) ? show(value) : setLookUp({ address: value, from: who }))}
      />
      {searched ? (
        <PersonResult who={searched} onFound={show} />
      ) : (
        <EmptyState title={texts.none} hint={texts.noneHint} />
      )}
    </div>
  );
}

/** `onFound` gets the id of a person looked up by address. */
function PersonResult({ who, onFound }: { who: string; onFound: (id: string) => void }) {
  const client = useQueryClient();
  const query = useInfiniteQuery(personQuery(who));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const readTo = data?.pages.at(-1)?.log.upTo;
  const id = data?.pages[0]?._id;
  const isNamed = id === who;
  useEffect(() => {
    if (!data || !id || isNamed) return;
    // Cached by id as well, because the address is useless after an erasure.
    client.setQueryData(personQuery(id).queryKey, data);
    onFound(id);
  });
  useEffect(() => {
    if (isNamed && hasNextPage && !isFetching && !isError && readTo !== undefined) void fetchNextPage();
  }, [isNamed, hasNextPage, isFetching, isError, readTo, fetchNextPage]);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: texts.failed, hint: texts.tryAgain, level: 2 }}
      renderError={(error) =>
        error instanceof ApiError &&
        error.status === 404 && <EmptyState title={error.message} hint={texts.notFoundHint} />
      }
    >
      {({ pages }) => {
        const person = pages.at(-1);
        if (!person) return null;
        const counts = sumByCategory(pages.map(({ log }) => log.counts));
        const all = sumOfAll(counts, texts.log.total);
        const { log } = person;
        return (
          <div className="grid gap-6">
            <PersonSummary person={person} />
            {!log.end && (
              <div className="grid gap-1 text-sm">
                <p role="status" className="tabular-nums">
                  {texts.reading(log.upTo, log.head)}
                </p>
                <ProgressBar label={texts.progress} share={log.upTo / Math.max(1, log.head)} />
              </div>
            )}
            {log.erasedAt ? (
              <ErasureProof when={log.erasedAt} ended={log.end} readable={all.readable} erased={all.erased} />
            ) : (
              <PersonActs key={person._id} person={person} />
            )}
            <PersonLog counts={counts} all={all} ended={log.end} />
          </div>
        );
      }}
    </QueryView>
  );
}

function PersonSummary({ person }: { person: Person }) {
  const { _id: id, name, email, role, openOrders } = person;
  return (
    <section aria-labelledby="person" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="person" className="min-w-0 text-h2 wrap-anywhere">
          {name ?? texts.forgotten}
        </h2>
        {role && <Badge tone="leaf">{texts.roles[role] ?? role}</Badge>}
      </div>
      {email && <p className="wrap-anywhere">{email}</p>}
      <p className="text-sm wrap-anywhere text-muted">{texts.id(id)}</p>
      {openOrders.length > 0 && <p className="text-sm">{texts.openOrders(openOrders)}</p>}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <TabLink tab="stream" params={{ stream: `account-${id}` }}>
          {texts.account}
        </TabLink>
        <Link
          to="/admin/audit"
          search={{ subject: id }}
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {texts.audit}
        </Link>
      </p>
    </section>
  );
}

interface ErasureProofProps {
  when: string;
  /** The whole log was read. */
  ended: boolean;
  readable: number;
  erased: number;
}

function ErasureProof({ when, ended, readable, erased }: ErasureProofProps) {
  const words = texts.proof;
  return (
    <Card tone={readable > 0 ? "butter" : "leaf"}>
      <h3 className="text-h3">{words.title}</h3>
      <p className="mt-1">{words.erased(formatWithSeconds(when))}</p>
      <p className="mt-1">
        {readable > 0 ? words.some(readable) : ended ? words.none(erased) : words.running}
      </p>
    </Card>
  );
}
