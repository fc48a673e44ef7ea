import { useLayoutEffect } from "react";

/** Marks the page as alive when it is drawn in the place of the sent one. `public/early.js` goes on from there. */
export function TakenOver({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => void root.removeAttribute("data-sent"), [root]);
  return null;
}
