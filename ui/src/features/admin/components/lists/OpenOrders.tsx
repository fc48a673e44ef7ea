import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { openOrdersQuery } from "../../api/lists";
import { texts } from "../../listTexts";

const words = texts.users;

/** The orders that a merchant leaves unfinished, before the merchant is deactivated. */
export function OpenOrders({ merchant }: { merchant: string }) {
  const query = useQuery(openOrdersQuery(merchant));
  if (query.isError) return <p className="mt-3">{words.openOrdersFailed}</p>;
  if (!query.data) return null;
  const { orders, pagination } = query.data;
  const more = pagination.totalOrders - orders.length;
  if (orders.length === 0) return <p className="mt-3">{words.noOpenOrders}</p>;
  return (
    <div className="mt-3">
      <p className="font-semibold">{words.openOrders}</p>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {orders.map(({ _id, orderNumber, status }) => (
          <li key={_id}>
            <Link
              to="/orders/$id"
              params={{ id: _id }}
              target="_blank"
              className="text-leaf underline underline-offset-4"
            >
              {orderNumber}
            </Link>{" "}
            <span className="text-muted">{status.replaceAll("-", " ")}</span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{words.moreOpenOrders(more)}</li>}
      </ul>
    </div>
  );
}
