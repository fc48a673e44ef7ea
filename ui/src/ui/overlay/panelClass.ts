/** The classes of panels that float over the page. */
export const panelClass =
  "max-w-(--available-width) max-h-(--available-height) overflow-y-auto rounded-ui border border-line bg-surface text-ink shadow-md " +
  "origin-(--transform-origin) transition-[opacity,scale] duration-150 data-starting-style:opacity-0 data-starting-style:scale-97 " +
  "data-ending-style:opacity-0 data-ending-style:scale-97";
