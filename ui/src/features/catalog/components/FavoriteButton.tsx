import { useFavorite } from "@/api/favorites";
import { useUser } from "@/api/session";
import type { Product } from "@/api/types";
import { HeartButton } from "@/ui/HeartButton";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

const { favorites } = texts;

interface Props {
  product: Product;
  overPicture?: boolean;
}

/** A product's favorite button, for accounts only. */
export function FavoriteButton(props: Props) {
  return useUser() === null ? null : <AccountFavorite {...props} />;
}

function AccountFavorite({ product, overPicture }: Props) {
  const { liked, toggle } = useFavorite(product, () => toast.error(favorites.failed));
  return (
    <HeartButton
      label={liked ? favorites.remove(product.name) : favorites.add(product.name)}
      pressed={liked}
      overPicture={overPicture}
      onClick={toggle}
    />
  );
}
