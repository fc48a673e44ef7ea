import { Link } from "@tanstack/react-router";
import { CATEGORIES, categoryLabel, type Category } from "@/lib/categories";
import { Section } from "./Section";

/** One picture of the demo market's set stands for each category. */
const PICTURES: Record<Category, string> = {
  produce: "carrots-close",
  dairy: "cheese-close",
  meat: "steak-close",
  seafood: "shrimp-close",
  bakery: "croissants-close",
  beverages: "lemonade-close",
  "prepared-foods": "soup-close",
  snacks: "cookies-close",
  condiments: "honey-close",
  spices: "chilies-close",
  health: "herbal-tea-close",
  beauty: "soap-close",
  home: "candle-close",
  crafts: "yarn-close",
  flowers: "sunflowers-close",
  other: "gift-box-close",
};

export function Categories() {
  return (
    <Section title="Shop by Category">
      <ul className="grid grid-cols-2 gap-3 min-[30rem]:grid-cols-4 sm:gap-4 lg:grid-cols-8">
        {CATEGORIES.map((slug) => (
          <li key={slug}>
            <Link
              to="/products"
              search={{ category: slug }}
              className="group block h-full overflow-hidden rounded-ui border border-line bg-surface text-center hover:shadow-md"
            >
              <img
                src={`/demo/${PICTURES[slug]}-400.webp`}
                alt=""
                width={400}
                height={300}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 w-full object-cover transition-transform duration-300 group-hover:scale-105"
              />
              <span className="flex min-h-12 items-center justify-center px-2 py-1.5 text-sm leading-tight font-semibold">
                {categoryLabel(slug)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
