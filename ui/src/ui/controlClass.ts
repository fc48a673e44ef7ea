/** The look shared by every text-like control, but for its height. */
export const controlBase =
  "w-full min-w-0 min-h-11 rounded-ui border border-control bg-surface px-3.5 text-ink placeholder:text-muted " +
  "aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:opacity-60";

/** The look of controls of one line. */
export const controlClass = `${controlBase} py-2`;
