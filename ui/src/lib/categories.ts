/** The shop's 16 categories in display order. */
export const CATEGORIES = [
  "produce",
  "dairy",
  "meat",
  "seafood",
  "bakery",
  "beverages",
  "prepared-foods",
  "snacks",
  "condiments",
  "spices",
  "health",
  "beauty",
  "home",
  "crafts",
  "flowers",
  "other",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** "prepared-foods" → "Prepared Foods". */
export function categoryLabel(slug: string): string {
  return slug
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
