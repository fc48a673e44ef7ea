import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ShoppingBasket } from "lucide-react";
import { useCartChecks } from "@/api/cartChecks";
import { sessionQuery } from "@/api/session";
import { cartCount, removeFromCart, setQuantity, useCart, type CartItem } from "@/lib/cart";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page, PageTitle } from "@/ui/Page";
import { Spinner } from "@/ui/Spinner";
import { toast, withUndo } from "@/ui/toast";
import { CartLine } from "./CartLine";
import { texts } from "../texts";
import { OrderSummary } from "./OrderSummary";

function remove({ product }: CartItem) {
  const undo = removeFromCart(product._id);
  toast.message(texts.removed(product.name), withUndo(texts.undo, undo));
}

export function CartPage() {
  const { data: user, errorUpdateCount } = useQuery(sessionQuery);
  const items = useCart();
  // The cart is in the browser: it appears at once, even when the session is unknown.
  const loading = user === undefined && errorUpdateCount === 0 && items.length === 0;
  const changes = useCartChecks(items);
  const count = cartCount(items);

  return (
    <Page title={texts.title}>
      <Breadcrumb parents={[{ key: "home", link: <Link to="/">{texts.home}</Link> }]} current={texts.cart} />
      <PageTitle className="mt-3 flex flex-wrap items-baseline">
        {texts.title}{" "}
        {count > 0 && (
          <span className="ml-2 font-sans text-base font-normal tracking-normal text-muted">
            {texts.count(count)}
          </span>
        )}
      </PageTitle>
      {loading ? (
        <p role="status" className="flex min-h-60 items-center justify-center gap-3 text-muted">
          <Spinner />
          {texts.loading}
        </p>
      ) : items.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={texts.empty}
            hint={texts.emptyHint}
            icon={<ShoppingBasket aria-hidden className="size-10" />}
            action={<ButtonLink to="/products">{texts.startShopping}</ButtonLink>}
          />
        </div>
      ) : (
        <div className="mt-6 flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8">
          <div>
            <ul aria-label={texts.items} className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <li key={item.product._id} className="py-5">
                  <CartLine
                    item={item}
                    change={changes.get(item.product._id)}
                    onQuantity={(quantity) => setQuantity(item.product._id, quantity)}
                    onRemove={() => remove(item)}
                  />
                </li>
              ))}
            </ul>
            <ButtonLink to="/products" variant="quiet" className="mt-4 -ml-5">
              <ArrowLeft aria-hidden className="size-5" />
              {texts.continueShopping}
            </ButtonLink>
          </div>
          <OrderSummary items={items} signedIn={user !== null} changed={changes.size > 0} />
        </div>
      )}
    </Page>
  );
}
