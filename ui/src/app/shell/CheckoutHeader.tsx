import { Lock } from "lucide-react";
import { texts } from "../texts";
import { Logo } from "./Logo";

/** The header of the checkout: nothing in it leads away from the order but the shop's name. */
export const CheckoutHeader = () => (
  <header className="sticky top-0 z-30 border-b border-line bg-paper">
    <div className="container-page flex min-h-16 items-center justify-between gap-4">
      <Logo />
      <p className="inline-flex items-center gap-2 text-sm font-semibold">
        <Lock aria-hidden className="size-4 text-leaf" /> {texts.secureCheckout}
      </p>
    </div>
  </header>
);
