import { useLayoutEffect } from "react";

type Place = { href: string; text: string | null; turn: number };

const linksLike = (root: HTMLElement, href: string, text: string | null) =>
  [...root.querySelectorAll("a")].filter((link) => link.href === href && link.textContent === text);

/** Which link of the page that the server has sent has the focus. Nothing else in it can have it. */
function focusedLink(root: HTMLElement): Place | null {
  const link = document.activeElement;
  if (!(link instanceof HTMLAnchorElement) || !root.contains(link)) return null;
  const { href, textContent: text } = link;
  return { href, text, turn: linksLike(root, href, text).indexOf(link) };
}

/** Gives the focus back to the link that had it in the page that the server has sent, and marks the page as alive. */
export function TakenOver({ root }: { root: HTMLElement }) {
  // Read while this is drawn: what the server has sent goes before any effect runs.
  const before = focusedLink(root);
  useLayoutEffect(() => {
    root.removeAttribute("data-sent");
    if (before) linksLike(root, before.href, before.text)[before.turn]?.focus({ preventScroll: true });
    // Only the first drawing replaces anything.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
