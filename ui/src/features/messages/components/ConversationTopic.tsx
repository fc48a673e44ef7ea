import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isNotFound } from "@/api/error";
import { purchasesQuery, salesQuery } from "@/api/orders";
import { productQuery } from "@/api/products";
import type { Conversation } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Price } from "@/ui/Price";
import { Thumbnail } from "@/ui/Thumbnail";
import { texts } from "../texts";

interface Props {
  /** The product as it was when the conversation started. */
  product: NonNullable<Conversation["product"]>;
  /** The id of the other person. */
  other: string | undefined;
  isSeller: boolean;
}

/** The conversation's topic: the product's present data, and the two people's latest order of it. */
export function ConversationTopic({ product: asked, other, isSeller }: Props) {
  const { data: product, error } = useQuery(productQuery(asked._id));
  const about = { product: asked._id, limit: 1 };
  const sold = useQuery({ ...salesQuery({ ...about, customer: other }), enabled: isSeller });
  const bought = useQuery({ ...purchasesQuery({ ...about, merchant: other }), enabled: !isSeller });
  const orders = (isSeller ? sold.data : bought.data)?.orders;
  const order = orders?.find(
    ({ customer, merchant, items }) =>
      (isSeller ? customer._id : merchant._id) === other &&
      items.some((item) => item.product._id === asked._id),
  );
  const available = product?.inventory.quantity ?? 0;
  return (
    <aside
      aria-label={texts.about}
      className="flex items-center gap-3 border-b border-line py-2.5 md:bg-sunken md:px-5"
    >
      <Thumbnail size="sm" src={product?.images[0]?.url} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {isNotFound(error) ? (
            <span className="font-semibold">{asked.name}</span>
          ) : (
            <Link
              to="/products/$id"
              params={{ id: asked._id }}
              className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
            >
              {product?.name ?? asked.name}
            </Link>
          )}
          <Price value={product?.price ?? asked.price} unit={product?.inventory.unit} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {product && <span>{available > 0 ? texts.inStock(available) : texts.soldOut}</span>}
          {isNotFound(error) && <span>{texts.gone}</span>}
          {order && (
            <Link
              to="/orders/$id"
              params={{ id: order._id }}
              className="inline-flex min-h-6 items-center gap-2 underline underline-offset-4"
            >
              {texts.order(order.orderNumber)}
              <Badge>{texts.orderStatus[order.status]}</Badge>
            </Link>
          )}
        </p>
      </div>
    </aside>
  );
}
