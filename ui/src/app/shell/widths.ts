// At build time (`scripts/prerender.mjs`) both queries match, and the style sheet decides.

/** The header has room for the place and the search. */
export const WIDE = "(min-width: 64rem)";

/** The place and the search have a row below the header. */
export const NARROW = "not all and (min-width: 64rem)";
