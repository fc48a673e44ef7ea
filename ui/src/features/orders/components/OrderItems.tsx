import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { Thumbnail } from "@/ui/Thumbnail";
import { texts } from "../texts";

interface Props {
  order: Order;
  /** The actions on an item. */
  actions?: (item: Order["items"][number]) => ReactNode;
}

/** The ordered items, at their prices of that day. */
export function OrderItems({ order, actions }: Props) {
  return (
    <ul aria-label={texts.items} className="grid gap-4">
      {order.items.map((item) => (
        <li key={item.product._id} className="flex gap-4 break-inside-avoid">
          <Thumbnail src={item.product.images[0]?.url} size="sm" />
          <div className="min-w-0 flex-1">
            <Link
              to="/products/$id"
              params={{ id: item.product._id }}
              className="inline-block min-h-6 font-semibold hover:underline"
            >
              {item.name}
            </Link>
            <p className="text-sm text-muted">
              {texts.line(item.quantity, formatMoney(item.price), item.unit)}
            </p>
            {actions && (
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden print:hidden">
                {actions(item)}
              </div>
            )}
          </div>
          <span className="tabular-nums">{formatMoney(item.subtotal)}</span>
        </li>
      ))}
    </ul>
  );
}
