import { Link } from "@tanstack/react-router";
import { CATEGORIES, categoryLabel, type Category } from "@/lib/categories";
import { placeLink, usePlace } from "@/lib/place";
import { texts } from "../../texts";
import { Section } from "./Section";

/** A picture of the demo market for each category. */
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
  const place = usePlace();
  return (
    <Section title={texts.home.categories}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4 lg:grid-cols-8">
        {CATEGORIES.map((slug) => (
          <li key={slug}>
            <Link
              to="/products"
              search={{ category: slug, ...placeLink(place) }}
              className="group flex h-full items-center overflow-hidden rounded-ui border border-line bg-surface hover:shadow-md sm:block sm:text-center"
            >
              <img
                src={`/demo/${PICTURES[slug]}-400.webp`}
                alt=""
                width={400}
                height={300}
                loading="lazy"
                decoding="async"
                className="aspect-square w-14 object-cover transition-transform duration-300 group-hover:scale-105 sm:aspect-4/3 sm:w-full"
              />
              <span className="flex min-h-12 items-center px-3 py-1.5 text-sm leading-tight font-semibold sm:justify-center sm:px-2">
                {categoryLabel(slug)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
