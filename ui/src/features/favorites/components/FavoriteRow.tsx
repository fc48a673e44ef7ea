import { Link } from "@tanstack/react-router";
import { useSetFavorite } from "@/api/favorites";
import { toCartProduct } from "@/api/products";
import type { Product } from "@/api/types";
import { addToCart, useInCart } from "@/lib/cart";
import type { FavoriteState } from "@/lib/favorites";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { HeartButton } from "@/ui/HeartButton";
import { Price } from "@/ui/Price";
import { Thumbnail } from "@/ui/Thumbnail";
import { toast, withUndo } from "@/ui/toast";
import { changesSince } from "../model/changes";
import { texts } from "../texts";

interface Props {
  product: Product;
  saved: FavoriteState | undefined;
}

/** A favorite with its present price and stock, and their changes since it was saved. */
export function FavoriteRow({ product, saved }: Props) {
  const set = useSetFavorite(({ liked }) => toast.error(liked ? texts.notChanged : texts.notRemoved));
  const inCart = useInCart(product._id);
  const available = product.inventory.quantity;
  function remove() {
    set({ product, liked: false });
    toast.message(
      texts.removed(product.name),
      withUndo(texts.undo, () => set({ product, liked: true })),
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Thumbnail src={product.images[0]?.url} />
      <div className="min-w-0 flex-1 basis-40">
        <Link
          to="/products/$id"
          params={{ id: product._id }}
          className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
        >
          {product.name}
        </Link>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Price value={product.price} unit={product.inventory.unit} />
          <span className="text-sm text-muted">{available > 0 ? texts.left(available) : texts.soldOut}</span>
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          {changesSince(product, saved).map(({ text, good }) => (
            <Badge key={text} tone={good ? "leaf" : "butter"}>
              {text}
            </Badge>
          ))}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          disabled={available <= 0}
          aria-disabled={inCart >= available || undefined}
          aria-label={inCart > 0 ? undefined : texts.addLabel(product.name)}
          onClick={() => inCart < available && addToCart(toCartProduct(product))}
        >
          {inCart > 0 ? texts.inCart(inCart) : texts.add}
        </Button>
        <HeartButton label={texts.remove(product.name)} pressed onClick={remove} />
      </div>
    </li>
  );
}
