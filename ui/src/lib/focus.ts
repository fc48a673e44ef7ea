// Keeps the focus in place after an action. When the focused element is removed (the button of a finished step, a
// removed row), browsers focus the body, and a keyboard user starts over at the top. This moves the focus to the
// element that took its place.

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]";

interface Step {
  parent: Element;
  /** The index of the path's next element within the parent. */
  index: number;
}

/** The path from the element up to the body. */
function pathOf(element: Element): Step[] {
  const steps: Step[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    steps.push({
      parent: child.parentElement,
      index: [...child.parentElement.children].indexOf(child),
    });
  }
  return steps;
}

/** The element at the place of the lost one, else the one before it; null if there is neither. */
function successor({ parent, index }: Step): HTMLElement | null {
  if (parent === document.body) return null;
  if (parent.matches("main, main > *")) return document.querySelector<HTMLElement>("main h1");
  for (const place of [parent.children[index], parent.children[index - 1]]) {
    const target = place?.matches(FOCUSABLE) ? place : place?.querySelector(FOCUSABLE);
    if (target) return target as HTMLElement;
  }
  return parent as HTMLElement;
}

function focus(element: HTMLElement): void {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Starts to keep the focus in place; returns a function that stops it. */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  let path: Step[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return;
    focused = target;
    path = pathOf(target);
  };
  const observer = new MutationObserver(() => {
    if (!focused) return;
    if (focused.isConnected) {
      // Rows above it may have been added or removed.
      if (focused === document.activeElement) path = pathOf(focused);
      return;
    }
    const nearest = path.find(({ parent }) => parent.isConnected);
    focused = null;
    if (document.activeElement !== document.body || !nearest) return;
    const next = successor(nearest);
    if (next) focus(next);
  });
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}
