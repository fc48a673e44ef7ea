import { Link } from "@tanstack/react-router";
import { ShoppingBasket } from "lucide-react";
import { cartCount, useCart } from "@/lib/cart";
import { buttonClass } from "@/ui/buttonClass";
import { CountBadge } from "@/ui/CountBadge";
import { texts } from "../lazyTexts";

/** The link to the cart, with the number of units in it. */
export function CartLink() {
  const count = cartCount(useCart());
  return (
    <Link to="/cart" className={buttonClass("quiet", "icon", "relative")} aria-label={texts.cart(count)}>
      <ShoppingBasket aria-hidden className="size-6" />
      <CountBadge count={count} />
    </Link>
  );
}
