/** A link in or below the text of a form. */
export const textLink =
  "inline-flex min-h-6 items-center font-semibold text-leaf underline underline-offset-4";
