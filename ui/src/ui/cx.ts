/**
 * Joins class names, leaving out what is false or missing. It does not override: of two classes for one property the style
 * sheet's order decides. A component whose look varies takes a property for it (`square`, `tone`, `size`); `className` only
 * places it among its neighbors.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
