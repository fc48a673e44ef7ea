import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useUser } from "@/api/session";
import { toCartProduct } from "@/api/products";
import type { Product } from "@/api/types";
import { addToCart, useInCart } from "@/lib/cart";
import { texts } from "../texts";

const CONFIRMATION_MS = 2000;

/** The state of a product's "Add to Cart" button: its label and its action. A visitor logs in first. */
export function useAddToCart(product: Product) {
  const user = useUser();
  const navigate = useNavigate();
  const inCart = useInCart(product._id);
  const [justAdded, setJustAdded] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { quantity } = product.inventory;
  const outOfStock = quantity <= 0;
  const own = user?._id === product.merchant._id;
  const allInCart = !outOfStock && inCart >= quantity;

  function add(count = 1) {
    if (outOfStock || allInCart || own) return;
    if (user === null) {
      // The product waits in the visitor's cart, which is merged into the account's at log-in and sign-up.
      addToCart(toCartProduct(product), Math.min(count, quantity - inCart));
      void navigate({ to: "/login", search: { redirect: `/products/${product._id}` } });
      return;
    }
    addToCart(toCartProduct(product), Math.min(count, quantity - inCart));
    setJustAdded(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setJustAdded(false), CONFIRMATION_MS);
  }

  const label = own
    ? texts.product.own
    : outOfStock
      ? texts.product.outOfStock
      : justAdded
        ? texts.product.added
        : inCart > 0
          ? texts.product.inCart(inCart)
          : texts.product.add;
  const disabled = own || outOfStock || (allInCart && !justAdded);
  return { add, label, justAdded, inCart, disabled, outOfStock, allInCart };
}
