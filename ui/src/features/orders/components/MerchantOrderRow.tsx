import { ChevronDown } from "lucide-react";
import { useId } from "react";
import type { Order } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { zoneAt } from "@/lib/timeZone";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { methodLabel, numberOf } from "../model/status";
import { texts } from "../texts";
import { MerchantOrderDetails } from "./MerchantOrderDetails";
import { StatusActions } from "./StatusActions";
import { StatusBadge } from "./StatusBadge";

interface Props {
  order: Order;
  open: boolean;
  onToggle: () => void;
}

/** A merchant's order: a row with the next step, which opens to the details. */
export function MerchantOrderRow({ order, open, onToggle }: Props) {
  const id = useId();
  const number = numberOf(order);
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Card flush role="group" aria-label={texts.order(number)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 sm:px-4">
        <h3 className="text-base font-semibold">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            className="flex min-h-11 items-center gap-2 text-left"
            onClick={onToggle}
          >
            <ChevronDown
              aria-hidden
              className={cx("size-5 shrink-0 transition-transform", !open && "-rotate-90")}
            />
            {number}
          </button>
        </h3>
        <span className="sm:w-34">
          <StatusBadge status={order.status} />
        </span>
        <p className="min-w-0 flex-1 basis-56 text-sm max-sm:basis-full">
          <span className="font-semibold">{order.customer.name}</span>
          <span className="block text-muted">
            <time dateTime={order.createdAt}>
              {formatDateTime(order.createdAt, zoneAt(order.merchant.address))}
            </time>{" "}
            · {texts.merchantOrders.units(units)} · {methodLabel(order.deliveryMethod)}
          </span>
        </p>
        <span className="font-bold tabular-nums">{formatMoney(order.total)}</span>
        {!open && (
          <div className="flex gap-2 empty:hidden max-sm:ml-auto">
            <StatusActions order={order} nextOnly />
          </div>
        )}
      </div>
      <div id={id} hidden={!open} className="border-t border-line p-4 sm:p-6">
        {open && <MerchantOrderDetails order={order} />}
      </div>
    </Card>
  );
}
