export const titleId = (id: string) => `${id}-title`;

/** Moves the focus to a section's heading when the focused element is removed. */
export const focusSection = (id: string): void =>
  document.getElementById(titleId(id))?.focus({ preventScroll: true });
