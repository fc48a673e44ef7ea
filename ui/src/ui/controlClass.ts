/** The look shared by every text-like control. */
export const controlClass =
  "w-full min-w-0 min-h-11 rounded-ui border border-control bg-surface px-3.5 py-2 text-ink placeholder:text-muted " +
  "aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:opacity-60";
