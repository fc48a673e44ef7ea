export const titleId = (id: string) => `${id}-title`;

/** Moves the focus to a section's heading, when what had it is gone. */
export const focusSection = (id: string): void =>
  document.getElementById(titleId(id))?.focus({ preventScroll: true });
