import { ShoppingBasket } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { texts } from "../texts";

export function NoOrders() {
  return (
    <EmptyState
      title={texts.none}
      hint={texts.noneHint}
      level={3}
      icon={<ShoppingBasket aria-hidden className="size-10" />}
      action={<ButtonLink to="/products">{texts.browse}</ButtonLink>}
    />
  );
}
