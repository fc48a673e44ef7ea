// What listens to the whole page, in one chunk that comes after the first view.
export { keepFocus } from "./focus";
export { startTooltips } from "./tooltips";
