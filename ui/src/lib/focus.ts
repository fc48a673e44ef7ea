// Focus after an action. When the element that has the focus leaves the page (a button whose step is done, a row that was
// removed), browsers move the focus to the body, and people who use a keyboard start over at the top. Here it goes to
// what took the element's place instead.

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]";

interface Step {
  parent: Element;
  /** Where in the parent the way to the focused element went. */
  index: number;
}

/** From the element up to the body. */
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

/** What stands where the lost element stood, else what stood before it; null when there is nothing to go to. */
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

/** Keeps the focus in its place from now on; answers a function that ends this. */
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
      // Rows above it may have come or gone.
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
