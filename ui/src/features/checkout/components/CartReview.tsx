import { useQueries } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useCartChecks } from "@/api/cartChecks";
import { productQuery } from "@/api/products";
import type { Config, Product } from "@/api/types";
import { lineTotal, removeFromCart, sellerName, setQuantity, type CartItem } from "@/lib/cart";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { toast } from "@/ui/toast";
import { whyNot } from "../model/delivery";
import type { DraftControl } from "../model/useDraft";
import { DeliveryMethods } from "./DeliveryMethods";

interface Props {
  items: readonly CartItem[];
  config: Config;
  control: DraftControl;
  total: number;
}

const route = getRouteApi("/checkout");
const DESCRIPTION_LIMIT = 100;

/** Step 1: what is bought, and how it comes. */
export function CartReview({ items, config, control, total }: Props) {
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const changes = useCartChecks(items);
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  const products = answers
    .map((answer) => answer.data)
    .filter((product): product is Product => product !== undefined);
  const blocked = whyNot(control.draft.method, products);
  const loading = answers.some((answer) => answer.isPending);
  return (
    <section aria-labelledby="review-title">
      <h2 id="review-title" className="text-h2">
        Review Your Order
      </h2>
      {changes.size > 0 && (
        <Card className="mt-5 border-butter" role="status">
          <p className="font-semibold">Some items changed since you added them.</p>
          <p className="mt-1 text-muted">Please look at your cart before you go on.</p>
          <ButtonLink to="/cart" variant="secondary" size="sm" className="mt-3">
            Back to Cart
          </ButtonLink>
        </Card>
      )}
      <ul className="mt-5 grid gap-4">
        {items.map((item) => (
          <li key={item.product._id}>
            <ReviewLine item={item} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <DeliveryMethods
          config={config}
          products={products}
          value={control.draft.method}
          onChange={(method) => control.change({ method })}
        />
      </div>
      <div className="mt-8 flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onClick={() => history.back()}>
          Continue Shopping
        </Button>
        <Button
          busy={loading}
          busyLabel="Processing..."
          disabled={changes.size > 0 || blocked !== null}
          onClick={() => void navigate({ search: { step: 2 } })}
        >
          Proceed to Shipping · {formatMoney(total)}
        </Button>
      </div>
    </section>
  );
}

function ReviewLine({ item }: { item: CartItem }) {
  const { product, quantity } = item;
  const description = product.description ?? "";
  const short =
    description.length > DESCRIPTION_LIMIT ? `${description.slice(0, DESCRIPTION_LIMIT)}…` : description;
  function change(next: number) {
    if (next > 0) return setQuantity(product._id, next);
    const undo = removeFromCart(product._id);
    toast.message(`${product.name} was removed`, { action: { label: "Undo", onClick: undo } });
  }
  return (
    <Card className="flex gap-4 p-4 sm:p-4">
      <Picture
        src={product.images?.[0]?.url}
        alt=""
        className="w-24 shrink-0 self-start sm:w-32"
        sizes="128px"
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{product.name}</p>
        {sellerName(product) && <p className="text-sm text-muted">Sold by {sellerName(product)}</p>}
        {short && <p className="mt-1 text-sm text-muted max-sm:hidden">{short}</p>}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <QuantityStepper label={product.name} value={quantity} min={0} onChange={change} />
          <span className="text-right">
            <span className="block font-bold tabular-nums">{formatMoney(lineTotal(item))}</span>
            <Price value={product.price} unit={product.unit} className="text-sm text-muted" />
          </span>
        </div>
      </div>
    </Card>
  );
}
