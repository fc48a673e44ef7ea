// Texts of the parts of the design system that the first view has.
export const texts = {
  breadcrumb: "Breadcrumb",
  loading: "Loading…",
  outOfDate: "This could not be refreshed and may be out of date.",
  per: (unit: string) => `per ${unit}`,
  retry: "Retry",
  skip: "Skip to content",
  titleOf: (page: string) => `${page} · Greenstall`,
  working: "Working…",
} as const;
