import { Link } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useSupportEmail, useSupportPhone } from "@/api/config";
import { useUser } from "@/api/session";
import type { Order } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { zoneAt } from "@/lib/timeZone";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { NeedHelp } from "@/ui/NeedHelp";
import { Page, PageTitle } from "@/ui/Page";
import { adminActions, numberOf, recipientOf, sellerOf } from "../model/status";
import { texts } from "../texts";
import { CancelOrder } from "./CancelOrder";
import { ContactCustomer } from "./ContactCustomer";
import { OrderCustomer } from "./OrderCustomer";
import { OrderItems } from "./OrderItems";
import { OrderPlace } from "./OrderPlace";
import { OrderProgress } from "./OrderProgress";
import { PhoneLink } from "./PhoneLink";
import { OrderTimeline } from "./OrderTimeline";
import { OrderTotals } from "./OrderTotals";
import { OrderBreadcrumb } from "./OrderBreadcrumb";
import { OtherOrders } from "./OtherOrders";
import { ReorderButton } from "./ReorderButton";
import { StatusActions } from "./StatusActions";
import { StatusBadge } from "./StatusBadge";

/** Parts of an order's page from other features. */
export interface OrderSlots {
  /** The button to write to the seller. */
  contact: (order: Order) => ReactNode;
  /** The customer's review of a delivered item. */
  review: (order: Order, item: Order["items"][number]) => ReactNode;
}

export function OrderView({ order, slots }: { order: Order; slots: OrderSlots }) {
  const user = useUser();
  const supportEmail = useSupportEmail();
  const supportPhone = useSupportPhone();
  const number = numberOf(order);
  const isCustomer = user?._id === order.customer._id;
  const isSeller = user?._id === order.merchant._id;
  const isAdmin = user?.role === "admin";
  // Sellers read the times of all their screens in their own zone.
  const timeZone = isSeller ? zoneAt(order.merchant.address) : undefined;
  const severalItems = order.items.length > 1;
  return (
    <Page title={texts.order(number)}>
      <OrderBreadcrumb number={number} isCustomer={isCustomer} isSeller={isSeller} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle className="max-sm:text-h2">{texts.order(number)}</PageTitle>
        <StatusBadge status={order.status} />
      </div>
      <OrderParties order={order} isCustomer={isCustomer} isSeller={isSeller} timeZone={timeZone} />
      {isCustomer && (
        <div className="mt-6">
          <OrderProgress order={order} />
        </div>
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="grid gap-6">
          <h2 className="text-h3">{texts.items}</h2>
          <OrderItems
            order={order}
            actions={
              isCustomer
                ? (item) => (
                    <>
                      {severalItems && <ReorderButton order={order} item={item} />}
                      {order.status === "delivered" && slots.review(order, item)}
                    </>
                  )
                : undefined
            }
          />
          <OrderTotals order={order} />
          <div className="flex flex-wrap items-start gap-3 print:hidden">
            {isSeller && <StatusActions order={order} />}
            {isSeller && <ContactCustomer order={order} />}
            {isCustomer && <ReorderButton order={order} />}
            {isCustomer && slots.contact(order)}
            <Button variant="secondary" size="sm" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4" />
              {texts.print}
            </Button>
            {isCustomer && <CancelOrder order={order} />}
            {isAdmin && <AdminLinks id={order._id} />}
          </div>
          {isAdmin && !isSeller && adminActions(order).length > 0 && (
            <section className="grid gap-3 border-t border-line pt-4 print:hidden">
              <h3 className="font-semibold">{texts.steps.adminTitle}</h3>
              <p className="text-sm text-muted">{texts.steps.adminHint}</p>
              <div className="flex flex-wrap gap-3">
                <StatusActions order={order} asAdmin />
              </div>
            </section>
          )}
        </Card>
        <div className="grid gap-6">
          {!isCustomer && (
            <Card className="break-inside-avoid">
              <OrderCustomer order={order} />
            </Card>
          )}
          <Card className="break-inside-avoid">
            <OrderPlace order={order} isCustomer={isCustomer} />
          </Card>
          <Card className="grid gap-4 break-inside-avoid">
            <h2 className="text-h3">{texts.history}</h2>
            <OrderTimeline order={order} timeZone={timeZone} />
          </Card>
          {isCustomer && <OtherOrders order={order} />}
        </div>
      </div>
      {isCustomer && (
        <div className="mt-6 print:hidden">
          <NeedHelp orderNumber={number} supportEmail={supportEmail} supportPhone={supportPhone} level={2} />
        </div>
      )}
    </Page>
  );
}

interface PartiesProps {
  order: Order;
  isCustomer: boolean;
  isSeller: boolean;
  timeZone: string | undefined;
}

/** When the order was placed, and the other party: its seller for the customer, its customer for the seller. */
function OrderParties({ order, isCustomer, isSeller, timeZone }: PartiesProps) {
  const { name, phone } = recipientOf(order);
  return (
    <p className="mt-2 flex flex-wrap gap-x-2 text-muted">
      <span>{formatDateTime(order.createdAt, timeZone)}</span>
      {!isSeller && (
        <span>
          · {texts.soldBy}{" "}
          <Link
            to="/merchant/$id"
            params={{ id: order.merchant._id }}
            className="underline underline-offset-4 hover:text-ink"
          >
            {sellerOf(order)}
          </Link>
        </span>
      )}
      {!isCustomer && (
        <span>
          · {texts.forCustomer} <span className="font-semibold text-ink">{name}</span>
        </span>
      )}
      {!isCustomer && phone && (
        <span className="inline-flex gap-2">
          · <PhoneLink phone={phone} />
        </span>
      )}
    </p>
  );
}

/** Links to the order's explanation and to its audit entries. */
function AdminLinks({ id }: { id: string }) {
  return (
    <>
      <ButtonLink
        to="/admin/operations"
        search={{ tab: "why", stream: `order-${id}` }}
        variant="secondary"
        size="sm"
      >
        {texts.why}
      </ButtonLink>
      <ButtonLink to="/admin/audit" search={{ subject: id }} variant="secondary" size="sm">
        {texts.decisions}
      </ButtonLink>
    </>
  );
}
