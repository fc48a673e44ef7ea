import { Link } from "@tanstack/react-router";
import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { stockLevel } from "@/lib/stock";
import { ButtonLink } from "@/ui/ButtonLink";
import { cx } from "@/ui/cx";
import { PageTitle } from "@/ui/Page";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { Stars } from "@/ui/Stars";
import { distanceText, stockText } from "../../model/stock";
import { texts } from "../../texts";
import { FavoriteButton } from "../FavoriteButton";
import { CartButton } from "./CartButton";
import { ProductBadges } from "./ProductBadges";
import type { Purchase } from "./usePurchase";

const { product: words } = texts;
const stockTone = { in: "text-leaf", low: "text-butter-ink", out: "text-danger" } as const;

interface Props {
  product: Product;
  purchase: Purchase;
  /** Miles to the shopper's place. */
  distance: number | null;
  contact: ReactNode;
}

/** Name, price, stock and the cart button. */
export function BuyPanel({ product, purchase, distance, contact }: Props) {
  const away = distanceText(distance);
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <ProductBadges product={product} />
          <PageTitle className="mt-2">{product.name}</PageTitle>
        </div>
        <FavoriteButton product={product} />
      </div>
      <p className="mt-2 text-muted">
        {words.soldBy}{" "}
        <Link
          to="/merchant/$id"
          params={{ id: product.merchant._id }}
          className="inline-flex min-h-6 items-center font-semibold text-ink underline underline-offset-4"
        >
          {merchantName(product)}
        </Link>
      </p>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-5 gap-y-2">
        <Price value={product.price} unit={product.inventory.unit} className="text-3xl" />
        {away && (
          <span className="inline-flex items-center gap-1 text-muted">
            <MapPin aria-hidden className="size-4 self-center" />
            {away}
          </span>
        )}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className={cx("font-semibold", stockTone[stockLevel(product.inventory)])}>
          {stockText(product)}
        </span>
        <a href="#reviews" aria-label={words.reviews} className="inline-flex min-h-6 items-center">
          <Stars average={product.rating.average} count={product.rating.count} />
        </a>
      </p>
      <div className="mt-5 hidden items-center gap-3 md:flex">
        {!purchase.outOfStock && (
          <QuantityStepper
            label={product.name}
            value={purchase.quantity}
            max={purchase.most}
            onChange={purchase.setQuantity}
          />
        )}
        <CartButton purchase={purchase} className="flex-1" />
      </div>
      {/* "View cart" comes last in a row of its own, and the sentence has a line of its own: neither moves anything. */}
      <div className="mt-5 flex flex-wrap gap-3 md:mt-3">
        {contact}
        {purchase.inCart > 0 && (
          <ButtonLink to="/cart" variant="secondary">
            {words.viewCart}
          </ButtonLink>
        )}
      </div>
      <p className="mt-2 min-h-5 text-sm text-muted">{purchase.allInCart && words.allInCart}</p>
      <p role="status" className="sr-only">
        {purchase.justAdded ? words.added : ""}
      </p>
    </>
  );
}
