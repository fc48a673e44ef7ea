// Writes the document's title, description and address; nothing else does. The server writes them for the opened page
// (`deploy/greenstall/src/web`); this updates them on navigation.
import { useRouterState } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { badgeText } from "./badge";
import pages from "./pages.json";
import { useTitleCount } from "./titleCount";

interface Page {
  /** Set by the server; not in the browser's copy. */
  title?: string;
  description?: string;
  /** Requires an account: search engines must ignore it. Not in the browser's copy. */
  private?: boolean;
}

export interface Head {
  /** Includes the shop's name. */
  title: string;
  /** Absent: the route's description in `pages.json`. */
  description?: string;
  /** Search engines must ignore the page. */
  missing?: boolean;
  /** The page's data is still loading: keep the server's tags. */
  pending?: boolean;
}

const ROUTES: Record<string, Page | undefined> = pages;
/** The search parameters that make a list a page of its own. The others only filter or sort it. */
const PAGE_PARAMS = ["category", "page"];
/** The path of the page that the server sent. */
const servedPath = location.pathname;

/** The server's tags that describe only the opened page. */
const SERVED_TAGS =
  'meta[property^="og:"], meta[property^="product:"], meta[name^="twitter:"], script[type="application/ld+json"]';

function write(
  selector: string,
  make: () => HTMLElement,
  attribute: string,
  value: string | undefined,
): void {
  const found = document.head.querySelector(selector);
  if (!value) return found?.remove();
  (found ?? document.head.appendChild(make())).setAttribute(attribute, value);
}

function writeMeta(name: string, content: string | undefined): void {
  const make = () => Object.assign(document.createElement("meta"), { name });
  write(`meta[name="${name}"]`, make, "content", content);
}

const makeCanonical = () => Object.assign(document.createElement("link"), { rel: "canonical" });

function writeCanonical(path: string | undefined): void {
  const selector = 'link[rel="canonical"]';
  // The server knows the public one of the shop's addresses.
  const before = document.head.querySelector<HTMLLinkElement>(selector)?.href;
  write(selector, makeCanonical, "href", path && new URL(path, before ?? location.origin).href);
}

function canonicalPath(pathname: string, search: Record<string, unknown>): string {
  const path = `/${pathname.replace(/^\/+|\/+$/g, "")}`;
  if (path !== "/products") return path;
  const pageParams = PAGE_PARAMS.filter((name) => search[name]).map((name) => [name, String(search[name])]);
  const query = new URLSearchParams(pageParams).toString();
  return query ? `${path}?${query}` : path;
}

/** Describes the page in the document's head. */
export function useHead({ title, description, missing = false, pending = false }: Head): void {
  const count = useTitleCount();
  const route = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? "" });
  const pathname = useRouterState({ select: ({ location: at }) => at.pathname });
  const path = useRouterState({ select: ({ location: at }) => canonicalPath(at.pathname, at.search) });
  const searches = useRouterState({
    select: ({ location: at }) => "search" in at.search && !!at.search.search,
  });
  const page = missing ? undefined : ROUTES[route.replace(/\$(\w+)/g, "{$1}")];
  const listed = page !== undefined && !page.private && !searches;
  const words = description ?? page?.description;
  const wholeTitle = count > 0 ? `(${badgeText(count)}) ${title}` : title;
  useLayoutEffect(() => {
    if (pathname !== servedPath)
      for (const element of document.head.querySelectorAll(SERVED_TAGS)) element.remove();
    else if (pending) return;
    document.title = wholeTitle;
    writeMeta("description", words);
    writeMeta("robots", listed ? "max-image-preview:large" : "noindex");
    writeCanonical(listed ? path : undefined);
  }, [wholeTitle, words, listed, path, pathname, pending]);
}
