/** The classes of every text-like control, without its height. */
export const controlBase =
  "w-full min-w-0 min-h-11 rounded-ui border border-control bg-surface px-3.5 text-ink placeholder:text-muted " +
  "aria-invalid:border-danger [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-muted";

/** The classes of single-line controls. */
export const controlClass = `${controlBase} py-2`;
