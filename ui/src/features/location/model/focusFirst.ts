/** A ref for the element to focus when it appears, even when the dialog around it opens at the same time. */
export function focusFirst(node: HTMLElement | null): void {
  node?.setAttribute("autofocus", "");
  node?.focus();
}
