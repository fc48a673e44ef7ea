import { Link } from "@tanstack/react-router";
import { Check, Leaf, Plus } from "lucide-react";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { buttonClass } from "@/ui/buttonClass";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import { Stars } from "@/ui/Stars";
import { distanceText, isCertifiedOrganic, stockLevel } from "../model/stock";
import { useAddToCart } from "../model/useAddToCart";

interface Props {
  product: Product;
  /** The heading's level in the page around it. */
  level?: 2 | 3;
  /** For cards in the first screen. */
  eager?: boolean;
}

/** A product in a grid: the whole card leads to its page, one button puts it in the cart. */
export function ProductCard({ product, level = 2, eager }: Props) {
  const Heading = `h${level}` as const;
  const cart = useAddToCart(product);
  const stock = stockLevel(product);
  const distance = distanceText(product);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-ui border border-line bg-surface transition-shadow hover:shadow-md">
      <Picture
        src={product.images[0]?.url}
        alt=""
        eager={eager}
        sizes="(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw"
        className="rounded-none"
      />
      <div className="absolute top-2.5 left-2.5 flex flex-wrap gap-1.5">
        {isCertifiedOrganic(product) && (
          <Badge tone="leaf">
            <Leaf aria-hidden className="size-3.5" />
            Organic
          </Badge>
        )}
        {stock === "low" && <Badge tone="butter">Only {product.inventory.quantity} left</Badge>}
        {stock === "out" && <Badge tone="danger">Out of stock</Badge>}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3.5 sm:p-4">
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
          {distance && <span> · {distance}</span>}
        </p>
        {product.rating && product.rating.count > 0 && (
          <Stars average={product.rating.average} count={product.rating.count} />
        )}
        <div className="mt-auto flex items-end justify-between gap-2 pt-2">
          <Price
            value={product.price}
            unit={product.inventory.unit}
            stacked
            className="text-lg leading-tight"
          />
          <button
            type="button"
            className={buttonClass("secondary", "icon", "z-10")}
            disabled={cart.disabled}
            aria-label={`${cart.label}: ${product.name}`}
            onClick={() => cart.add()}
          >
            {cart.justAdded ? (
              <Check aria-hidden className="size-5 text-leaf" />
            ) : cart.inCart > 0 ? (
              <span aria-hidden className="text-sm font-bold text-leaf">
                {cart.inCart}
              </span>
            ) : (
              <Plus aria-hidden className="size-5" />
            )}
          </button>
        </div>
        <span aria-live="polite" className="sr-only">
          {cart.justAdded ? "Added to Cart!" : ""}
        </span>
      </div>
    </article>
  );
}
