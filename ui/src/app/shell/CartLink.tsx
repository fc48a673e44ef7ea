import { Link } from "@tanstack/react-router";
import { ShoppingBasket } from "lucide-react";
import { cartCount, useCart } from "@/lib/cart";
import { buttonClass } from "@/ui/buttonClass";

/** The way to the cart, with the number of things in it. */
export function CartLink() {
  const count = cartCount(useCart());
  const shown = count > 99 ? "99+" : String(count);
  return (
    <Link
      to="/cart"
      className={buttonClass("quiet", "icon", "relative")}
      aria-label={count === 0 ? "Cart, empty" : `Cart, ${count} ${count === 1 ? "item" : "items"}`}
    >
      <ShoppingBasket aria-hidden className="size-6" />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 min-w-5 rounded-full bg-leaf px-1 text-center text-xs leading-5 font-bold text-on-leaf"
        >
          {shown}
        </span>
      )}
    </Link>
  );
}
