import { ShieldCheck } from "lucide-react";
import { useEstimateRule } from "@/api/config";
import { cartSubtotal, type CartItem } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { BottomBar, BottomBarTotal } from "@/ui/BottomBar";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { estimate } from "../model/estimate";
import { texts } from "../texts";

interface Props {
  items: readonly CartItem[];
  signedIn: boolean;
  /** A line has changed since it was added; it must be settled before paying. */
  changed: boolean;
}

export function OrderSummary({ items, signedIn, changed }: Props) {
  const sums = estimate(cartSubtotal(items), useEstimateRule());
  return (
    <aside
      aria-labelledby="order-summary"
      className="max-lg:contents lg:sticky lg:top-24 lg:rounded-ui lg:border lg:border-line lg:bg-surface lg:p-6"
    >
      <Card className="lg:border-0 lg:p-0">
        <h2 id="order-summary" className="text-h3">
          {texts.orderSummary}
        </h2>
        <dl className="mt-4 grid gap-2 tabular-nums">
          <Row label={texts.subtotal} value={formatMoney(sums.subtotal)} />
          <Row label={texts.shipping} value={sums.shipping === 0 ? texts.free : formatMoney(sums.shipping)} />
          <Row label={texts.tax} value={formatMoney(sums.tax)} />
          <div className="mt-2 flex justify-between gap-4 border-t border-line pt-3 text-lg font-bold">
            <dt>{texts.estimatedTotal}</dt>
            <dd aria-live="polite">{formatMoney(sums.total)}</dd>
          </div>
        </dl>
        {sums.missing > 0 && (
          <p className="mt-3 rounded-ui bg-leaf-soft px-4 py-2.5 text-sm">
            {texts.addMore(formatMoney(sums.missing))}
          </p>
        )}
      </Card>
      <BottomBar>
        <BottomBarTotal label={texts.estimatedTotal} value={formatMoney(sums.total)} />
        <div className="grid flex-1 lg:mt-5">
          {!signedIn ? (
            <ButtonLink to="/login" search={{ redirect: "/cart" }}>
              {texts.signIn}
            </ButtonLink>
          ) : changed ? (
            <Button disabled aria-describedby="checkout-blocked">
              {texts.checkout}
            </Button>
          ) : (
            <ButtonLink to="/checkout">{texts.checkout}</ButtonLink>
          )}
        </div>
        {signedIn && changed && (
          <p id="checkout-blocked" className="basis-full text-sm text-muted">
            {texts.changed}
          </p>
        )}
      </BottomBar>
      <p className="flex items-center justify-center gap-2 text-sm text-muted lg:mt-3">
        <ShieldCheck aria-hidden className="size-4" />
        {texts.secure}
      </p>
    </aside>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
