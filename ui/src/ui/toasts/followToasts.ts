// Makes Undo reachable by keyboard. Toasts are at the end of the page, many tabs away from the removed element. So
// the first Tab after a removal goes to Undo, and the next one continues from the previous focus.
import { UNDO_TOAST } from "../toast";

const TOAST_LIST = "[data-sonner-toaster]";
const UNDO_BUTTON = `.${UNDO_TOAST}:not([data-removed=true]) [data-action]`;

// Sonner keeps a toast under the pointer. For a focused toast, send it the pointer's event as well.
function onFocus({ target }: FocusEvent) {
  if (target instanceof Element)
    target.closest(TOAST_LIST)?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));
}
function onBlur({ target, relatedTarget }: FocusEvent) {
  const list = target instanceof Element ? target.closest(TOAST_LIST) : null;
  if (list && !list.contains(relatedTarget as Node | null))
    list.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: document.body }));
}

/** Moves the focus into new toasts with Undo and back out; returns a function that stops it. */
export function followToasts(): () => void {
  const visited = new WeakSet<Element>();
  let origin: HTMLElement | null = null;

  function enter(event: KeyboardEvent, from: HTMLElement | null): boolean {
    const undo = [...document.querySelectorAll<HTMLElement>(UNDO_BUTTON)].find((one) => !visited.has(one));
    // An open dialog keeps the focus inside.
    if (!undo || document.querySelector("dialog[open]")) return false;
    event.preventDefault();
    visited.add(undo);
    origin = from;
    undo.focus();
    return true;
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== "Tab" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const inside = focused?.closest(TOAST_LIST) != null;
    if (!inside) {
      const lost = focused === null || focused === document.body;
      if (!event.shiftKey) enter(event, lost ? document.getElementById("main") : focused);
    } else if (event.shiftKey || !enter(event, origin)) {
      if (!origin?.isConnected) return;
      // On Tab, the browser itself moves on to the next element from here.
      if (event.shiftKey) event.preventDefault();
      origin.focus({ preventScroll: true });
    }
  }

  function onClick({ target }: Event) {
    // The toast disappears, so return the focus to where it came from.
    if (target instanceof Element && target.closest(UNDO_BUTTON) && target === document.activeElement)
      origin?.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick, true);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
  };
}
