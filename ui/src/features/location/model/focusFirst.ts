/** A ref for what takes the focus when it appears, also when the dialog around it opens with it. */
export function focusFirst(node: HTMLElement | null): void {
  node?.setAttribute("autofocus", "");
  node?.focus();
}
