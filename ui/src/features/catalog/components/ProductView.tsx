import { Leaf, MapPin, Store } from "lucide-react";
import { useState } from "react";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { PageTitle } from "@/ui/Page";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { Stars } from "@/ui/Stars";
import { distanceText, isCertifiedOrganic, stockLevel, stockText } from "../model/stock";
import { useAddToCart } from "../model/useAddToCart";
import { Gallery } from "./Gallery";
import { ProductDetails } from "./ProductDetails";

const stockTone = { in: "text-leaf", low: "text-butter-ink", out: "text-danger" } as const;

export function ProductView({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const cart = useAddToCart(product);
  const distance = distanceText(product);
  const left = product.inventory.quantity - cart.inCart;
  const seller = merchantName(product);
  const place = [product.merchant?.address?.city, product.merchant?.address?.state]
    .filter(Boolean)
    .join(", ");
  const add = () => {
    cart.add(quantity);
    setQuantity(1);
  };
  return (
    <div className="mt-4 pb-20 md:pb-0">
      <div className="grid gap-8 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <Gallery name={product.name} images={product.images} />
        <div>
          <div className="flex flex-wrap gap-2">
            {isCertifiedOrganic(product) && (
              <Badge tone="leaf">
                <Leaf aria-hidden className="size-3.5" />
                Organic
              </Badge>
            )}
            {product.isLocallySourced && <Badge>Locally sourced</Badge>}
            {product.featured && <Badge tone="butter">Featured</Badge>}
          </div>
          <PageTitle className="mt-3">{product.name}</PageTitle>
          {seller && (
            <p className="mt-2 text-muted">
              Sold by <span className="font-semibold text-ink">{seller}</span>
            </p>
          )}
          <div className="mt-5 flex flex-wrap items-baseline gap-x-5 gap-y-2">
            <Price value={product.price} unit={product.inventory.unit} className="text-3xl" />
            {product.rating && <Stars average={product.rating.average} count={product.rating.count} />}
          </div>
          <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
            <span className={cx("font-semibold", stockTone[stockLevel(product)])}>{stockText(product)}</span>
            {distance && (
              <span className="inline-flex items-center gap-1 text-muted">
                <MapPin aria-hidden className="size-4" />
                {distance}
              </span>
            )}
          </p>
          <div className="mt-6 hidden flex-wrap items-center gap-4 md:flex">
            {left > 1 && (
              <QuantityStepper label={product.name} value={quantity} max={left} onChange={setQuantity} />
            )}
            <Button className="min-w-52 flex-1" disabled={cart.disabled} onClick={add}>
              {cart.label}
            </Button>
            {cart.inCart > 0 && (
              <ButtonLink to="/cart" variant="secondary">
                View cart
              </ButtonLink>
            )}
          </div>
          {cart.allInCart && (
            <p className="mt-3 text-sm text-muted">All that is left of it is in your cart.</p>
          )}
          <p role="status" className="sr-only">
            {cart.justAdded ? "Added to Cart!" : ""}
          </p>
          <p className="mt-8 max-w-prose whitespace-pre-line">{product.description}</p>
          <ProductDetails product={product} />
          {seller && (
            <Card className="mt-8 flex items-start gap-4">
              <Store aria-hidden className="size-8 shrink-0 text-leaf" />
              <div>
                <h2 className="text-h3">{seller}</h2>
                {place && <p className="text-sm text-muted">{place}</p>}
                {product.merchant?.businessInfo?.businessDescription && (
                  <p className="mt-2">{product.merchant.businessInfo.businessDescription}</p>
                )}
              </div>
            </Card>
          )}
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface shadow-md md:hidden">
        <div className="container-page flex items-center gap-4 py-3">
          <Price value={product.price} unit={product.inventory.unit} className="leading-tight" />
          <Button className="ml-auto flex-1" disabled={cart.disabled} onClick={add}>
            {cart.label}
          </Button>
        </div>
      </div>
    </div>
  );
}
