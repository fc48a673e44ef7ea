import { formatCount } from "@/lib/count";

export const texts = {
  label: "Ask why",
  kind: "What",
  kinds: { order: "Order", product: "Product" },
  id: "ID",
  hint: "0199c0de-0000-…",
  show: "Show why",
  none: "Nothing asked yet",
  noneHint: "Enter the ID of an order or a product, or follow the link of one.",
  failed: "The reasons could not be loaded",
  tryAgain: "Please try again in a moment.",
  notFoundHint: "It may be the ID of something else. The lists and the audit lead here with the right one.",
  title: { order: "Why this order is so", product: "Why this product is so" },
  leftOut: (count: number) =>
    `${formatCount(count)} earlier ${count === 1 ? "event is" : "events are"} left out. “Step by step” has them all.`,
  event: (type: string, position: number) => `${type} at ${formatCount(position)}`,
  story: "The whole story",
  fields: (count: number) => `${count} fields set`,
  masked: "Personal data, masked",
  gone: "none any more",
  steps: "Step by step",
  seen: { order: "The order as people see it", product: "The product’s audit" },
} as const;
