// The name of an icon button, shown beside it: after a moment under the pointer, at once when the keyboard comes to it. One
// element serves the whole page. It says nothing that the button's own name does not say, so assistive technology skips it.
// As WCAG 1.4.13 asks, Escape hides it, it stays until pointer and focus have left, and the pointer may rest on it.

const LOOK =
  "pointer-events-auto fixed m-0 max-w-[min(16rem,calc(100vw-1rem))] rounded-ui border-0 bg-ink px-3 py-1.5 text-sm " +
  "font-medium text-paper shadow-md";
const SHOW_AFTER_MS = 400;
/** Enough to move the pointer onto the text. */
const HIDE_AFTER_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

/** The button or link around an element that has a name but shows no word. */
function iconButton(element: EventTarget | null): HTMLElement | null {
  if (!(element instanceof Element)) return null;
  const button = element.closest<HTMLElement>("button[aria-label], a[aria-label]");
  return button?.querySelector("svg") && !/\p{L}/u.test(button.textContent ?? "") ? button : null;
}

/** Below the button, above it where there is no room, and never beyond the window's edges. */
function place(tip: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + GAP_PX;
  const top = below + height + EDGE_PX > window.innerHeight ? at.top - GAP_PX - height : below;
  const left = at.left + (at.width - width) / 2;
  const rightmost = document.documentElement.clientWidth - EDGE_PX - width;
  tip.style.inset = `${top}px auto auto ${Math.max(EDGE_PX, Math.min(left, rightmost))}px`;
}

/** Shows tooltips from now on; answers a function that ends this. */
export function startTooltips(): () => void {
  const ended = new AbortController();
  const tip = document.createElement("div");
  tip.className = LOOK;
  tip.setAttribute("popover", "manual");
  tip.setAttribute("aria-hidden", "true");
  tip.dataset.tooltip = "";
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keyed = false;

  function hide() {
    clearTimeout(timer);
    shown = null;
    tip.remove();
  }
  function show(button: HTMLElement) {
    clearTimeout(timer);
    const name = button.getAttribute("aria-label");
    if (!name || !button.isConnected) return;
    shown = button;
    tip.textContent = name;
    // Outside of an open dialog it would be inert.
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
    if (button && button === shown) return clearTimeout(timer);
    if (button) return later(() => show(button), SHOW_AFTER_MS);
    if (shown && shown === document.activeElement && shown.matches(":focus-visible")) return;
    later(hide, HIDE_AFTER_MS);
  });
  on("focusin", ({ target }) => {
    const button = iconButton(target);
    // A dialog that opens puts the focus on its first button: nobody has asked for that one's name.
    if (button && keyed) show(button);
    else if (shown) hide();
  });
  on("focusout", hide);
  on("keydown", (event) => {
    keyed = event.key === "Tab" || event.key.startsWith("Arrow");
    if (event.key !== "Escape" || !shown) return;
    // It alone goes: the dialog that it is in stays.
    event.preventDefault();
    event.stopPropagation();
    hide();
  });
  on("keyup", () => {
    keyed = false;
  });
  // What the press does is news enough, and may change the name.
  on("pointerdown", hide);
  on("click", hide);
  on("scroll", () => shown && place(tip, shown));
  ended.signal.addEventListener("abort", hide);
  return () => ended.abort();
}
