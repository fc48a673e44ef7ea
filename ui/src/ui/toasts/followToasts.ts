// Undo by keyboard. Toasts stand at the end of the page, too many tabs away from what they undo. So the first Tab after a
// removal goes to Undo, and the next one goes on from where the focus was before.
import { UNDO_TOAST } from "../toast";

const LIST = "[data-sonner-toaster]";
const UNDO = `.${UNDO_TOAST}:not([data-removed=true]) [data-action]`;

// A toast that is pointed at stays. One that has the focus stays, too: sonner is told that it is pointed at.
function onFocus({ target }: FocusEvent) {
  if (target instanceof Element)
    target.closest(LIST)?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));
}
function onBlur({ target, relatedTarget }: FocusEvent) {
  const list = target instanceof Element ? target.closest(LIST) : null;
  if (list && !list.contains(relatedTarget as Node | null))
    list.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: document.body }));
}

/** Leads the focus into new toasts with Undo and back out; answers a function that ends this. */
export function followToasts(): () => void {
  const visited = new WeakSet<Element>();
  let origin: HTMLElement | null = null;

  function enter(event: KeyboardEvent, from: HTMLElement | null): boolean {
    const undo = [...document.querySelectorAll<HTMLElement>(UNDO)].find((one) => !visited.has(one));
    // Behind an open dialog nothing takes the focus.
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
    const inside = focused?.closest(LIST) != null;
    if (!inside) {
      const lost = focused === null || focused === document.body;
      if (!event.shiftKey) enter(event, lost ? document.getElementById("main") : focused);
    } else if (event.shiftKey || !enter(event, origin)) {
      if (!origin?.isConnected) return;
      // Forward, the browser takes the step that follows from here.
      if (event.shiftKey) event.preventDefault();
      origin.focus({ preventScroll: true });
    }
  }

  function onClick({ target }: Event) {
    // The toast goes away; what it brought back is where the focus came from.
    if (target instanceof Element && target.closest(UNDO) && target === document.activeElement)
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
