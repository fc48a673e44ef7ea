/**
 * Joins class names and skips false or missing ones. It does not override: of two classes for one property the style
 * sheet's order decides. A component with variants takes a property for each (`square`, `tone`, `size`); `className`
 * only places it among its neighbors.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
