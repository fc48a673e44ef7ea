export const texts = {
  label: "Search the market",
  placeholder: "Tomatoes, sourdough, honey…",
  submit: "Search",
  suggestions: "Suggestions",
  recent: "Recent searches",
  clearRecent: "Clear recent searches",
  searchFor: (text: string) => `Search for “${text}”`,
  kinds: { category: "Category", product: "Product", merchant: "Stall" },
  count: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
} as const;
