import { Inbox as InboxIcon, SearchX } from "lucide-react";
import { useState } from "react";
import { BELOW_MD, useMedia } from "@/lib/media";
import { formatCount } from "@/lib/count";
import { Button } from "@/ui/Button";
import { chipClass } from "@/ui/chipClass";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { KINDS } from "../../model/review";
import { useReviewKeys } from "../../model/reviewKeys";
import { INBOX_TITLE, useInbox } from "../../model/useInbox";
import { texts } from "../../inboxTexts";
import { InboxList } from "./InboxList";
import { Pager } from "./Pager";
import { ReviewPane } from "./ReviewPane";
import { Shortcuts } from "./Shortcuts";
import { VerdictDialog, type Intent } from "./VerdictDialog";

/** The pending items at the left, one item at the right; below `md` (48rem) each has its own view. */
export function Inbox() {
  const isWide = !useMedia(BELOW_MD);
  const inbox = useInbox(isWide);
  const { query, kind, page, pages, reviews, chosen, isUnknown, linked, said } = inbox;
  const [intent, setIntent] = useState<Intent>("approve");
  const [asking, setAsking] = useState(false);
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [showKeys, setShowKeys] = useState(false);
  function ask(next: Intent) {
    if (!chosen) return;
    setIntent(next);
    setAsking(true);
    inbox.ask(chosen);
  }
  function close() {
    setAsking(false);
    inbox.ask(null);
  }
  const reviewKeys = useReviewKeys({
    j: () => inbox.next?.(),
    k: () => inbox.previous?.(),
    a: () => ask("approve"),
    r: () => ask("reject"),
    "?": () => setShowKeys(true),
  });
  const isItem = chosen !== undefined || isUnknown || linked.isLoading || linked.isFailed;
  return (
    <section aria-labelledby={INBOX_TITLE} className="grid grid-cols-1 gap-4">
      <div className={cx("flex flex-wrap items-center gap-x-4 gap-y-2", isItem && "max-md:sr-only")}>
        <h2 id={INBOX_TITLE} tabIndex={-1} className="text-h2 outline-none">
          {texts.title}
        </h2>
        <p className="flex-1 text-muted">{query.data && texts.waiting(inbox.left)}</p>
        <Shortcuts open={showKeys} onOpen={setShowKeys} on={reviewKeys.on} onTurn={reviewKeys.turn} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <KindFilter inbox={inbox} className={isItem ? "max-md:hidden" : undefined} />
        <p
          role="status"
          className={cx(
            said ? "rounded-ui bg-leaf-soft px-4 py-2.5 font-medium max-lg:w-full lg:flex-1" : "sr-only",
          )}
        >
          {said}
        </p>
      </div>
      <QueryView
        query={query}
        pending={<Skeleton className="h-96" />}
        failed={{ title: texts.loadFailed, hint: texts.tryAgain }}
        isEmpty={() => reviews.length === 0 && !isItem && !asking}
        empty={<EmptyInbox inbox={inbox} />}
      >
        {() => (
          <div className="md:grid md:h-[max(28rem,calc(100dvh-16rem))] md:grid-cols-[20rem_1fr] md:overflow-hidden md:rounded-ui md:border md:border-line md:bg-surface">
            <nav
              aria-label={texts.list}
              className={cx("flex min-h-0 flex-col md:border-r md:border-line", isItem && "max-md:hidden")}
            >
              <div className="min-h-0 flex-1 max-md:rounded-ui max-md:border max-md:border-line max-md:bg-surface md:overflow-y-auto">
                <InboxList isWide={isWide} reviews={reviews} chosen={chosen?.key} />
              </div>
              <Pager page={page} pages={pages} onChange={(next) => inbox.open({ kind, page: next })} />
            </nav>
            {isUnknown && <UnknownItem inbox={inbox} />}
            {linked.isLoading && !chosen && <Skeleton className="h-96 md:m-6" />}
            {linked.isFailed && !chosen && (
              <div className="md:p-6">
                <ErrorState
                  level={3}
                  title={texts.linkFailed}
                  hint={texts.tryAgain}
                  onRetry={() => void linked.reload()}
                  retrying={linked.isFetching}
                />
              </div>
            )}
            {chosen && (
              <ReviewPane
                key={`${chosen.key}:${chosen.version}`}
                review={chosen}
                isWide={isWide}
                also={inbox.also}
                onPrevious={inbox.previous}
                onNext={inbox.next}
                onAsk={ask}
              />
            )}
          </div>
        )}
      </QueryView>
      {asking && chosen && (
        <VerdictDialog
          review={chosen}
          intent={intent}
          draft={drafts[chosen.key] ?? ""}
          onDraft={(reason) => setDrafts({ ...drafts, [chosen.key]: reason })}
          onClose={close}
          onDecided={(approved) => {
            setAsking(false);
            inbox.decide(chosen, approved);
          }}
          onConflict={async (why) => {
            await inbox.conflict(chosen, why);
            setAsking(false);
          }}
        />
      )}
    </section>
  );
}

type InboxState = ReturnType<typeof useInbox>;

/** Filters by kind, with a count for each. */
function KindFilter({ inbox, className }: { inbox: InboxState; className: string | undefined }) {
  const { totals, kind } = inbox;
  const all = KINDS.reduce((sum, one) => sum + totals[one], 0);
  const choices = [
    { value: undefined, label: texts.all, count: all },
    ...KINDS.map((value) => ({ value, label: texts.kinds[value], count: totals[value] })),
  ];
  return (
    <div role="group" aria-label={texts.show} className={cx("flex flex-wrap gap-2", className)}>
      {choices.map(({ value, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === kind}
          className={chipClass(value === kind)}
          onClick={() => inbox.open({ kind: value })}
        >
          {label} {/* Room for a number until it is known: a zero would say that nothing waits. */}
          <span className={cx("font-normal tabular-nums", !inbox.query.data && "invisible")}>
            {formatCount(count)}
          </span>
        </button>
      ))}
    </div>
  );
}

function EmptyInbox({ inbox }: { inbox: InboxState }) {
  const { kind } = inbox;
  return (
    <EmptyState
      level={3}
      title={kind ? texts.nothingOfKind[kind] : texts.nothing}
      hint={kind ? undefined : texts.nothingHint}
      icon={<InboxIcon aria-hidden className="size-10" />}
      action={
        kind && (
          <Button variant="secondary" onClick={() => inbox.open({})}>
            {texts.showAll}
          </Button>
        )
      }
    />
  );
}

function UnknownItem({ inbox }: { inbox: InboxState }) {
  const { kind, linked } = inbox;
  // The whole inbox was searched for it, not only the page.
  const isDecided = linked.review === null;
  return (
    <div className="md:p-6">
      <EmptyState
        level={3}
        title={isDecided ? texts.goneProduct : texts.gone}
        hint={isDecided ? texts.goneProductHint : texts.goneHint}
        icon={<SearchX aria-hidden className="size-10" />}
        action={
          <Button variant="secondary" onClick={() => inbox.open({ kind })}>
            {texts.oldest}
          </Button>
        }
      />
    </div>
  );
}
