import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { keys } from "@/api/keys";
import { compact, oneOf, wholeNumber } from "@/lib/search";
import { adminPendingQuery } from "../api/admin";
import { texts } from "../inboxTexts";
import { subjectOf } from "./names";
import { KINDS, pagesOf, reviewsOf, totalsOf, type Kind, type Review } from "./review";

const route = getRouteApi("/dashboard/admin");
/** Other admins decide too, and nothing tells of it. */
const REFRESH_MS = 30_000;

/** The headings that take the focus: of the inbox, and of the item in it. */
export const INBOX_TITLE = "inbox-title";
export const REVIEW_TITLE = "review-title";

/** Where a page of one kind, or of all, stands in the URL. */
const placeOf = (kind: Kind | undefined, page: number) =>
  compact({ show: kind, page: page > 1 ? String(page) : undefined });

const versionOf = ({ key, version }: Review): string => `${key}:${version}`;

/** What waits, which of it is chosen (the URL says so), and the ways through it. */
export function useInbox(isWide: boolean) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const kind = oneOf(search, "show", KINDS);
  const page = wholeNumber(search, "page") ?? 1;
  const query = useQuery({
    ...adminPendingQuery(page),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  /** Decided here; the list of the server may still have them. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  /** What a dialog asks about. It stays what it was when the dialog was opened. */
  const [asked, setAsked] = useState<Review | null>(null);
  const [said, say] = useState("");

  const listed = query.data ? reviewsOf(query.data, kind) : [];
  const reviews = listed.filter((review) => !decided.has(versionOf(review)));
  const totals = query.data ? totalsOf(query.data) : { merchant: 0, certificate: 0, product: 0 };
  const pages = pagesOf(totals, kind);
  const count = (kind ? [kind] : [...KINDS]).reduce((sum, one) => sum + totals[one], 0);
  const left = count - (listed.length - reviews.length);
  const wanted = search.review ?? (isWide ? reviews[0]?.key : undefined);
  const at = reviews.findIndex(({ key }) => key === wanted);
  const chosen = asked ?? reviews[at];
  const isSettled = query.data !== undefined && !query.isPlaceholderData && asked === null;

  const focusNext = useFocusNext(chosen?.key, isSettled);
  const show = (key: string | undefined, replace = true) =>
    void navigate({ search: (now) => compact({ ...now, review: key }), replace, resetScroll: false });
  const open = (place: { kind?: Kind; page?: number }) =>
    void navigate({ search: placeOf(place.kind, place.page ?? 1), resetScroll: false });

  const forget = useVanished({
    place: JSON.stringify(placeOf(kind, page)),
    reviews,
    at,
    isSettled,
    onChanged: (review) => say(texts.changedMeanwhile(subjectOf(review), texts.changedSince)),
    onGone: (review, next) => {
      say(texts.goneMeanwhile(subjectOf(review)));
      if (search.review) show(next?.key);
    },
  });

  // The list has become shorter than the page that is open.
  const beyond = isSettled && page > Math.max(pages, 1);
  useEffect(() => {
    if (beyond) void navigate({ search: placeOf(kind, pages), replace: true, resetScroll: false });
  }, [beyond, kind, navigate, pages]);

  /** Goes on to what stands after the one that is done. */
  function leave(review: Review, words: string) {
    const place = reviews.findIndex(({ key }) => key === review.key);
    const next = reviews[place + 1] ?? reviews[place - 1];
    forget();
    setDecided((before) => new Set([...before, versionOf(review)]));
    setAsked(null);
    say(words);
    show(next?.key);
    focusNext(next?.key);
  }

  /** Somebody was faster, or there is another version now. */
  async function conflict(review: Review, why: string) {
    await client.refetchQueries({ queryKey: keys.admin.pending(page) });
    const lists = client.getQueryData(adminPendingQuery(page).queryKey);
    const now = lists && reviewsOf(lists).find(({ key }) => key === review.key);
    if (!now || now.version === review.version) return leave(review, texts.movedOn(subjectOf(review), why));
    forget();
    setAsked(null);
    say(texts.changedMeanwhile(subjectOf(review), why));
    focusNext(review.key);
  }

  function step(by: 1 | -1): (() => void) | undefined {
    const next = reviews[at + by];
    if (at < 0) return undefined;
    if (next) {
      return () => {
        say("");
        show(next.key);
        focusNext(next.key);
      };
    }
    if (by < 0 || page >= pages) return undefined;
    return () => {
      open({ kind, page: page + 1 });
      focusNext(undefined);
    };
  }

  return {
    query,
    kind,
    page,
    pages,
    totals,
    count,
    left,
    reviews,
    chosen,
    /** The URL names something that is not on the page. */
    isUnknown: isSettled && search.review !== undefined && at < 0,
    /** The same product, waiting for its other decision. */
    also: listed.find(({ id, key }) => chosen && id === chosen.id && key !== chosen.key),
    said,
    open,
    show,
    next: step(1),
    previous: step(-1),
    ask: setAsked,
    decide: (review: Review, approved: boolean) =>
      leave(review, (approved ? texts.approved : texts.rejected)(subjectOf(review), texts.left(left - 1))),
    conflict,
  };
}

/** Moves the focus to the title of what comes next, once it is there; to the list's title when nothing does. */
function useFocusNext(chosen: string | undefined, isSettled: boolean) {
  const wanted = useRef<{ key: string | undefined; before: string | undefined } | null>(null);
  useEffect(() => {
    if (!wanted.current || !isSettled) return;
    const { key, before } = wanted.current;
    const isThere = key === undefined ? chosen !== before : chosen === key;
    if (!isThere) return;
    wanted.current = null;
    const inbox = document.getElementById(INBOX_TITLE);
    const target = document.getElementById(REVIEW_TITLE) ?? inbox;
    // The whole inbox comes into sight, not its title alone.
    inbox?.scrollIntoView?.({ block: "start" });
    target?.focus();
  });
  return (key: string | undefined) => {
    wanted.current = { key, before: chosen };
  };
}

interface Watched {
  /** Which list it is: another one has others. */
  place: string;
  reviews: readonly Review[];
  /** Where the chosen one stands. */
  at: number;
  isSettled: boolean;
  onChanged: (review: Review) => void;
  onGone: (review: Review, next: Review | undefined) => void;
}

/** Notices when a refetch takes the chosen item away or brings another version; answers how to overlook it once. */
function useVanished({ place, reviews, at, isSettled, onChanged, onGone }: Watched): () => void {
  const seen = useRef<{ place: string; review: Review; at: number } | null>(null);
  useEffect(() => {
    if (!isSettled) return;
    const last = seen.current;
    const review = reviews[at];
    seen.current = review ? { place, review, at } : null;
    if (!last || last.place !== place) return;
    const now = reviews.find(({ key }) => key === last.review.key);
    if (now && now.version !== last.review.version) onChanged(now);
    if (!now) onGone(last.review, reviews[last.at] ?? reviews.at(-1));
  });
  return () => {
    seen.current = null;
  };
}
