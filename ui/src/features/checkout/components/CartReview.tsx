import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useCartChecks } from "@/api/cartChecks";
import type { Config } from "@/api/types";
import { lineTotal, removeFromCart, sellerName, setQuantity, type CartItem } from "@/lib/cart";
import type { LineChange } from "@/lib/lineChange";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { LineNotice } from "@/ui/LineNotice";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { Thumbnail } from "@/ui/Thumbnail";
import { toast, withUndo } from "@/ui/toast";
import { useCartProducts } from "../api/cartProducts";
import { unavailableReason } from "../model/delivery";
import type { DraftControl } from "../model/useDraft";
import { texts } from "../texts";
import { DeliveryMethods } from "./DeliveryMethods";
import { StepActions } from "./StepActions";
import { StepTitle } from "./StepTitle";

interface Props {
  items: readonly CartItem[];
  config: Config;
  control: DraftControl;
  total: number;
}

const route = getRouteApi("/checkout");
const DESCRIPTION_LIMIT = 100;
const BLOCKED_ID = "review-blocked";

/** Step 1: the items and the delivery method. */
export function CartReview({ items, config, control, total }: Props) {
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const changes = useCartChecks(items);
  const { products, loading } = useCartProducts(items);
  const { method } = control.draft;
  const possible = config.checkout.deliveryMethods.some(({ id }) => unavailableReason(id, products) === null);
  const blocked =
    changes.size > 0
      ? texts.changedLines
      : unavailableReason(method, products) === null
        ? null
        : possible
          ? texts.chooseMethod
          : texts.noMethod;
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      <StepTitle>{texts.review}</StepTitle>
      <Card>
        <ul aria-label={texts.items} className="-my-5 divide-y divide-line">
          {items.map((item) => (
            <li key={item.product._id} className="py-5">
              <ReviewLine item={item} change={changes.get(item.product._id)} />
            </li>
          ))}
        </ul>
      </Card>
      <DeliveryMethods
        config={config}
        items={items}
        products={products}
        loading={loading}
        value={method}
        onChange={(next) => control.change({ method: next })}
      />
      <StepActions
        back={{ label: texts.continueShopping, onClick: () => history.back() }}
        note={
          blocked && (
            <p id={BLOCKED_ID} role="status" className="text-sm font-medium text-danger">
              {blocked}{" "}
              {changes.size > 0 && (
                <Link to="/cart" className="inline-block underline underline-offset-4">
                  {texts.reviewCart}
                </Link>
              )}
            </p>
          )
        }
      >
        <Button
          busy={loading}
          busyLabel={texts.processing}
          disabled={blocked !== null}
          aria-describedby={blocked ? BLOCKED_ID : undefined}
          onClick={() => void navigate({ search: { step: 2 } })}
        >
          {texts.proceed(total)}
        </Button>
      </StepActions>
    </section>
  );
}

function ReviewLine({ item, change: changed }: { item: CartItem; change: LineChange | undefined }) {
  const { product, quantity } = item;
  const description = product.description ?? "";
  const short =
    description.length > DESCRIPTION_LIMIT ? `${description.slice(0, DESCRIPTION_LIMIT)}…` : description;
  function change(next: number) {
    if (next > 0) setQuantity(product._id, next);
    else remove();
  }
  function remove() {
    const undo = removeFromCart(product._id);
    toast.message(texts.removed(product.name), withUndo(texts.undo, undo));
  }
  return (
    <article aria-label={product.name} tabIndex={-1} className="rounded-ui">
      <div className="flex gap-4">
        <Thumbnail src={product.images?.[0]?.url} size="lg" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{product.name}</h3>
          {sellerName(product) && (
            <p className="text-sm text-muted">{texts.soldBy(sellerName(product) ?? "")}</p>
          )}
          {short && <p className="mt-1 text-sm text-muted max-sm:hidden">{short}</p>}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <QuantityStepper label={product.name} value={quantity} min={0} onChange={change} />
            <span className="sm:text-right">
              <span className="block font-bold tabular-nums">{formatMoney(lineTotal(item))}</span>
              <Price value={product.price} unit={product.unit} className="text-sm text-muted" />
            </span>
          </div>
        </div>
      </div>
      {changed && <LineNotice item={item} change={changed} onRemove={remove} />}
    </article>
  );
}
