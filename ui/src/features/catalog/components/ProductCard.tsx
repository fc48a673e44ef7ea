import { Link } from "@tanstack/react-router";
import { Leaf } from "lucide-react";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { stockLevel } from "@/lib/stock";
import { Badge } from "@/ui/Badge";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import { Stars } from "@/ui/Stars";
import { distanceText, isCertifiedOrganic } from "../model/stock";
import { useAddToCart } from "../model/useAddToCart";
import { texts } from "../texts";
import { AddButton } from "./AddButton";
import { FavoriteButton } from "./FavoriteButton";

/** The displayed width of a card's picture; preloads.json has the same. */
export const CARD_SIZES = "(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw";

interface Props {
  product: Product;
  /** The heading level on the surrounding page. */
  level?: 2 | 3;
  /** For cards on the first screen. */
  eager?: boolean;
}

/** A product in a grid: the whole card is a link, one button adds to the cart. */
export function ProductCard({ product, level = 2, eager }: Props) {
  const Heading = `h${level}` as const;
  const cart = useAddToCart(product);
  const stock = stockLevel(product.inventory);
  const distance = distanceText(product.distance);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-ui border border-line bg-surface transition-shadow hover:shadow-md">
      <div className="relative">
        <Picture src={product.images[0]?.url} alt="" eager={eager} sizes={CARD_SIZES} square />
        <div className="absolute top-2 right-11 left-2 flex flex-wrap gap-1.5 sm:top-2.5 sm:right-14 sm:left-2.5">
          {isCertifiedOrganic(product) && (
            <Badge tone="leaf">
              <Leaf aria-hidden className="size-3.5" />
              {texts.card.organic}
            </Badge>
          )}
          {stock === "low" && <Badge tone="butter">{texts.card.onlyLeft(product.inventory.quantity)}</Badge>}
          {stock === "out" && <Badge tone="danger">{texts.card.outOfStock}</Badge>}
        </div>
        <div className="absolute top-1.5 right-1.5 z-10 sm:top-2.5 sm:right-2.5">
          <FavoriteButton product={product} overPicture />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3 lg:p-4">
        <Heading className="font-sans text-base leading-snug font-semibold tracking-normal">
          <Link
            to="/products/$id"
            params={{ id: product._id }}
            className="after:absolute after:inset-0 after:rounded-ui group-hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-leaf"
          >
            {product.name}
          </Link>
        </Heading>
        <p className="text-sm text-muted">
          {merchantName(product)}
          {distance && <span className="whitespace-nowrap"> · {distance}</span>}
        </p>
        {product.rating && product.rating.count > 0 && (
          <Stars average={product.rating.average} count={product.rating.count} />
        )}
        <div className="mt-auto flex min-h-12 items-center justify-between gap-2 pt-1">
          <Price
            value={product.price}
            unit={product.inventory.unit}
            stacked
            className="min-w-0 text-lg leading-tight"
          />
          {stock !== "out" && <AddButton product={product} cart={cart} />}
        </div>
      </div>
      <span role="status" className="sr-only">
        {cart.justAdded ? cart.label : ""}
      </span>
    </article>
  );
}
