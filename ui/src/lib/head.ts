// The one place that writes the document's title, description and address. The server has written them for the page that
// was opened (`deploy/greenstall/src/web`); this keeps them right from there on.
import { useRouterState } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { badgeText } from "./badge";
import pages from "./pages.json";
import { useTitleCount } from "./titleCount";

interface Page {
  /** As the server writes it; not in the browser's copy. */
  title?: string;
  description?: string;
  /** Somebody's own: search engines leave it out. Not in the browser's copy. */
  private?: boolean;
}

export interface Head {
  /** With the shop's name. */
  title: string;
  /** Absent: the one that `pages.json` has for the route. */
  description?: string;
  /** There is nothing here that could be found by searching. */
  missing?: boolean;
  /** Nothing is known yet: what the server has said of the page stays. */
  pending?: boolean;
}

const ROUTES: Record<string, Page | undefined> = pages;
/** Of pages with a list: the parameters by which one is known. Others only narrow or order it. */
const KNOWN_BY = ["category", "page"];
/** The page whose HTML the server has sent. */
const served = location.pathname;

/** What the server has written of the page that was opened alone. */
const OF_SERVED =
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
  // The server knows by which of its names the shop is found.
  const before = document.head.querySelector<HTMLLinkElement>(selector)?.href;
  write(selector, makeCanonical, "href", path && new URL(path, before ?? location.origin).href);
}

function canonicalPath(pathname: string, search: Record<string, unknown>): string {
  const path = `/${pathname.replace(/^\/+|\/+$/g, "")}`;
  if (path !== "/products") return path;
  const kept = KNOWN_BY.filter((name) => search[name]).map((name) => [name, String(search[name])]);
  const query = new URLSearchParams(kept).toString();
  return query ? `${path}?${query}` : path;
}

/** Says in the document's head what page this is. */
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
    if (pathname !== served)
      for (const element of document.head.querySelectorAll(OF_SERVED)) element.remove();
    else if (pending) return;
    document.title = wholeTitle;
    writeMeta("description", words);
    writeMeta("robots", listed ? "max-image-preview:large" : "noindex");
    writeCanonical(listed ? path : undefined);
  }, [wholeTitle, words, listed, path, pathname, pending]);
}
