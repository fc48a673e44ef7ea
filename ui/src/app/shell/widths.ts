// In the page that is drawn at build time (`scripts/prerender.mjs`) both hold, and the style sheet decides.

/** Where the header has room for the place and the search. */
export const WIDE = "(min-width: 64rem)";

/** Where they have a row of their own below it. */
export const NARROW = "not all and (min-width: 64rem)";
