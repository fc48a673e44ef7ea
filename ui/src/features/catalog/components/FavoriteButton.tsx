import { useLocation, useNavigate } from "@tanstack/react-router";
import { useFavorite } from "@/api/favorites";
import type { Product } from "@/api/types";
import { HeartButton } from "@/ui/HeartButton";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

const { favorites } = texts;

/** A product's favorite button. A visitor's favorites stay in the browser until log-in, and a message says so. */
export function FavoriteButton({ product, overPicture }: { product: Product; overPicture?: boolean }) {
  const navigate = useNavigate();
  const href = useLocation({ select: (location) => location.href });
  const { liked, toggle, isVisitor } = useFavorite(product, () => toast.error(favorites.failed));
  function press() {
    toggle();
    if (!isVisitor || liked) return;
    toast.message(favorites.logIn, {
      action: {
        label: favorites.goToLogin,
        onClick: () => void navigate({ to: "/login", search: { redirect: href } }),
      },
    });
  }
  return (
    <HeartButton
      label={liked ? favorites.remove(product.name) : favorites.add(product.name)}
      pressed={liked}
      overPicture={overPicture}
      onClick={press}
    />
  );
}
