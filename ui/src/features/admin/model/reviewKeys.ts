// Single-key shortcuts of the inbox. They can be turned off (WCAG 2.1.4): speech input triggers them by accident.
import { useEffect, useRef, useState } from "react";
import { readText, writeText } from "@/lib/storage";

const STORAGE_KEY = "review-keys";
const OFF = "off";

/** Elements that need the keys themselves: fields, and anything open over the page. */
const ELEMENTS_WITH_OWN_KEYS =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], dialog";

export type ReviewKey = "j" | "k" | "a" | "r" | "?";
type Actions = Record<ReviewKey, () => void>;

/**
 * Runs the action of a key, unless the admin is typing or a dialog is open; returns whether shortcuts are on, and a
 * switch.
 */
export function useReviewKeys(actions: Actions) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [on, setOn] = useState(() => readText(STORAGE_KEY) !== OFF);
  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(ELEMENTS_WITH_OWN_KEYS)) return;
      if (document.querySelector("dialog[open]")) return;
      const pressed = key.toLowerCase() as ReviewKey;
      const action = Object.hasOwn(latest.current, pressed) ? latest.current[pressed] : undefined;
      const walks = pressed === "j" || pressed === "k";
      if (!action || (repeat && !walks)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [on]);
  function turn(next: boolean) {
    writeText(STORAGE_KEY, next ? null : OFF);
    setOn(next);
  }
  return { on, turn };
}
