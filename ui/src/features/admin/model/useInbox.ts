import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { keys } from "@/api/keys";
import { compact, oneOf, wholeNumber } from "@/lib/search";
import { adminPendingQuery } from "../api/admin";
import { linkedReviewQuery } from "../api/linkedReview";
import { texts } from "../inboxTexts";
import { subjectOf } from "./names";
import {
  KINDS,
  linkedItem,
  pagesOf,
  reviewsOf,
  totalsOf,
  withReview,
  type Kind,
  type Review,
} from "./review";

const route = getRouteApi("/dashboard/admin");
/** Other admins decide too, and no event announces it. */
const REFRESH_MS = 30_000;

/** Ids of the headings that take the focus: the inbox's and the item's. */
export const INBOX_TITLE = "inbox-title";
export const REVIEW_TITLE = "review-title";

/** The search parameters of a page of one kind, or of all. */
const placeOf = (kind: Kind | undefined, page: number) =>
  compact({ show: kind, page: page > 1 ? String(page) : undefined });

const versionOf = ({ key, version }: Review): string => `${key}:${version}`;

/** The pending items, the item chosen by the URL, and the moves between them. */
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
  /** Items decided here; the server's list may still have them. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  /** The item of the open dialog, as it was when the dialog opened. */
  const [asked, setAsked] = useState<Review | null>(null);
  const [said, say] = useState("");

  const listed = query.data ? reviewsOf(query.data, kind) : [];
  const isUndecided = (review: Review) => !decided.has(versionOf(review));
  const isLoaded = query.data !== undefined && !query.isPlaceholderData;
  const linked = useLinkedReview(
    isLoaded && !listed.some(({ key }) => key === search.review) ? search.review : undefined,
    kind,
  );
  const reviews = withReview(listed, linked.review).filter(isUndecided);
  const totals = query.data ? totalsOf(query.data) : { merchant: 0, certificate: 0, product: 0 };
  const pages = pagesOf(totals, kind);
  const count = (kind ? [kind] : [...KINDS]).reduce((sum, one) => sum + totals[one], 0);
  const remaining = count - listed.filter((review) => !isUndecided(review)).length;
  const wanted = search.review ?? (isWide ? reviews[0]?.key : undefined);
  const at = reviews.findIndex(({ key }) => key === wanted);
  const chosen = asked ?? reviews[at];
  const isSettled = isLoaded && !linked.isLoading && asked === null;

  const focusNext = useFocusNext(chosen?.key, isSettled);
  const show = (key: string | undefined, replace = true) =>
    void navigate({ search: (now) => compact({ ...now, review: key }), replace, resetScroll: false });
  const open = (place: { kind?: Kind; page?: number }) =>
    void navigate({ search: placeOf(place.kind, place.page ?? 1), resetScroll: false });

  const forget = useItemVanished({
    place: JSON.stringify([placeOf(kind, page), search.review]),
    reviews,
    at,
    isSettled,
    onChanged: (review) => say(texts.changedMeanwhile(subjectOf(review), texts.changedSince)),
    onGone: (review, next) => {
      say(texts.goneMeanwhile(subjectOf(review)));
      if (search.review) show(next?.key);
    },
  });

  // The list has become shorter than the open page.
  const beyond = isSettled && page > Math.max(pages, 1);
  useEffect(() => {
    if (beyond) void navigate({ search: placeOf(kind, pages), replace: true, resetScroll: false });
  }, [beyond, kind, navigate, pages]);

  /** Moves on from a finished item to the next one. */
  function moveOn(review: Review, words: string) {
    const place = reviews.findIndex(({ key }) => key === review.key);
    const next = reviews[place + 1] ?? reviews[place - 1];
    forget();
    setDecided((before) => new Set([...before, versionOf(review)]));
    setAsked(null);
    say(words);
    show(next?.key);
    focusNext(next?.key);
  }

  /** Another admin has decided, or the merchant has resubmitted. */
  async function conflict(review: Review, why: string) {
    await client.refetchQueries({ queryKey: keys.admin.pending(page) });
    const lists = client.getQueryData(adminPendingQuery(page).queryKey);
    const isListed = ({ key }: Review) => key === review.key;
    const now = (lists && reviewsOf(lists).find(isListed)) ?? (await linked.reload());
    if (!now || now.version === review.version) return moveOn(review, texts.movedOn(subjectOf(review), why));
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
    left: remaining,
    reviews,
    chosen,
    /** The URL names an item that is not there. */
    isUnknown: isSettled && !linked.isFailed && search.review !== undefined && at < 0,
    /** The item that the URL names, if it is not on the page. */
    linked,
    /** The other pending decision about the same product. */
    also: listed.find(({ id, key }) => chosen && id === chosen.id && key !== chosen.key),
    said,
    open,
    show,
    next: step(1),
    previous: step(-1),
    ask: setAsked,
    decide: (review: Review, approved: boolean) =>
      moveOn(
        review,
        (approved ? texts.approved : texts.rejected)(subjectOf(review), texts.left(remaining - 1)),
      ),
    conflict,
  };
}

/** The item of a key that is not on the page; `isLoading` until it is known whether it waits. */
function useLinkedReview(key: string | undefined, shown: Kind | undefined) {
  const item = linkedItem(key);
  const isAsked = item !== null && (shown === undefined || shown === item.kind);
  const query = useQuery({
    ...linkedReviewQuery(item?.kind ?? "product", item?.id ?? ""),
    enabled: isAsked,
    refetchInterval: REFRESH_MS,
  });
  return {
    review: isAsked ? query.data : undefined,
    isLoading: isAsked && query.isPending,
    isFailed: isAsked && query.isError && query.data === undefined,
    isFetching: query.isFetching,
    reload: async () => (isAsked ? (await query.refetch()).data : undefined),
  };
}

/** Moves the focus to the title of the next item once it is there, or to the list's title if there is none. */
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
    // Scroll to the whole inbox, not only its title.
    inbox?.scrollIntoView?.({ block: "start" });
    target?.focus();
  });
  return (key: string | undefined) => {
    wanted.current = { key, before: chosen };
  };
}

interface WatchedItem {
  /** Identifies the list and the link: different ones have different items. */
  place: string;
  reviews: readonly Review[];
  /** The index of the chosen item. */
  at: number;
  isSettled: boolean;
  onChanged: (review: Review) => void;
  onGone: (review: Review, next: Review | undefined) => void;
}

/** Detects that a refetch removes or changes the chosen item; returns a function that ignores it once. */
function useItemVanished({ place, reviews, at, isSettled, onChanged, onGone }: WatchedItem): () => void {
  const lastSeen = useRef<{ place: string; review: Review; at: number } | null>(null);
  useEffect(() => {
    if (!isSettled) return;
    const last = lastSeen.current;
    const review = reviews[at];
    lastSeen.current = review ? { place, review, at } : null;
    if (!last || last.place !== place) return;
    const now = reviews.find(({ key }) => key === last.review.key);
    if (now && now.version !== last.review.version) onChanged(now);
    if (!now) onGone(last.review, reviews[last.at] ?? reviews.at(-1));
  });
  return () => {
    lastSeen.current = null;
  };
}
