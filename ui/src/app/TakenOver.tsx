import { useLayoutEffect } from "react";

/** Marks the live page when it replaces the prerendered one, for `public/early.js`. */
export function TakenOver({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => void root.removeAttribute("data-sent"), [root]);
  return null;
}
