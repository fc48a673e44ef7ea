// Shows the name of an icon button beside it: after a delay under the pointer, at once on keyboard focus. One element
// serves the whole page. It repeats the button's accessible name, so assistive technology skips it. As WCAG 1.4.13
// requires, Escape hides it, it stays until pointer and focus have left, and the pointer may rest on it.

const tooltipClass =
  "pointer-events-auto fixed m-0 max-w-[min(16rem,calc(100vw-1rem))] rounded-ui border-0 bg-ink px-3 py-1.5 text-sm " +
  "font-medium text-paper shadow-md";
const SHOW_AFTER_MS = 400;
/** Time to move the pointer onto the text. */
const HIDE_AFTER_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

/** The button or link around an element, if it has a name but shows no word. */
function iconButton(element: EventTarget | null): HTMLElement | null {
  if (!(element instanceof Element)) return null;
  const button = element.closest<HTMLElement>("button[aria-label], a[aria-label]");
  return button?.querySelector("svg") && !/\p{L}/u.test(button.textContent ?? "") ? button : null;
}

/** Below the button, or above it if there is no space, and always inside the window. */
function place(tip: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + GAP_PX;
  const top = below + height + EDGE_PX > window.innerHeight ? at.top - GAP_PX - height : below;
  const left = at.left + (at.width - width) / 2;
  const rightmost = document.documentElement.clientWidth - EDGE_PX - width;
  tip.style.inset = `${top}px auto auto ${Math.max(EDGE_PX, Math.min(left, rightmost))}px`;
}

/** Starts to show tooltips; returns a function that stops it. */
export function startTooltips(): () => void {
  const ended = new AbortController();
  const tip = document.createElement("div");
  tip.className = tooltipClass;
  tip.setAttribute("popover", "manual");
  tip.setAttribute("aria-hidden", "true");
  tip.dataset.tooltip = "";
  let shownButton: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keyed = false;

  function hide() {
    clearTimeout(timer);
    shownButton = null;
    tip.remove();
  }
  function show(button: HTMLElement) {
    clearTimeout(timer);
    const name = button.getAttribute("aria-label");
    if (!name || !button.isConnected) return;
    shownButton = button;
    tip.textContent = name;
    // Content outside an open dialog is inert.
    (button.closest("dialog") ?? document.body).append(tip);
    tip.showPopover?.();
    place(tip, button);
  }
  function later(act: () => void, wait: number) {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  }
  const on = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, act, { capture: true, signal: ended.signal });

  on("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    if (target === tip) return clearTimeout(timer);
    const button = iconButton(target);
    if (button && button === shownButton) return clearTimeout(timer);
    if (button) return later(() => show(button), SHOW_AFTER_MS);
    if (shownButton && shownButton === document.activeElement && shownButton.matches(":focus-visible"))
      return;
    later(hide, HIDE_AFTER_MS);
  });
  on("focusin", ({ target }) => {
    const button = iconButton(target);
    // An opening dialog focuses its first button without keyboard input; that shows no tooltip.
    if (button && keyed) show(button);
    else if (shownButton) hide();
  });
  on("focusout", hide);
  on("keydown", (event) => {
    keyed = event.key === "Tab" || event.key.startsWith("Arrow");
    if (event.key !== "Escape" || !shownButton) return;
    // Only the tooltip closes; its dialog stays open.
    event.preventDefault();
    event.stopPropagation();
    hide();
  });
  on("keyup", () => {
    keyed = false;
  });
  // A press has its own effect, and may change the name.
  on("pointerdown", hide);
  on("click", hide);
  on("scroll", () => shownButton && place(tip, shownButton));
  ended.signal.addEventListener("abort", hide);
  return () => ended.abort();
}
