// The page-wide listeners, in one chunk that loads after the first view.
export { keepFocus } from "./focus";
export { startTooltips } from "./tooltips";
