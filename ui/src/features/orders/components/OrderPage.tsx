import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { isNotFound } from "@/api/error";
import { useUser } from "@/api/session";
import { formatDateTime } from "@/lib/dates";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { orderQuery } from "../api/orders";
import { methodLabel, numberOf } from "../model/status";
import { CancelOrder } from "./CancelOrder";
import { OrderItems, OrderTimeline, OrderTotals, OrderTracking } from "./OrderParts";
import { StatusActions } from "./StatusActions";
import { StatusBadge } from "./StatusBadge";

const route = getRouteApi("/orders/$id");

/** One order with all its history, for its customer and its merchant. */
export function OrderPage() {
  const { id } = route.useParams();
  const user = useUser();
  const { data: order, ...query } = useQuery(orderQuery(id));
  if (query.isError && !order) {
    return (
      <Page title="Order">
        {isNotFound(query.error) ? (
          <EmptyState
            level={1}
            title="Order not found"
            hint="It may belong to another account."
            action={
              <ButtonLink to="/dashboard" search={{ tab: "orders" }}>
                View All Orders
              </ButtonLink>
            }
          />
        ) : (
          <ErrorState
            level={1}
            title="The order could not be loaded"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </Page>
    );
  }
  if (!order) {
    return (
      <Page title="Order">
        <PageTitle>Order</PageTitle>
        <Skeleton className="mt-6 h-80" />
      </Page>
    );
  }
  const { shippingAddress: to, merchant } = order;
  const pickup = order.deliveryMethod === "pickup";
  return (
    <Page title={`Order ${numberOf(order)}`}>
      <div className="flex flex-wrap items-center gap-4">
        <PageTitle>
          Order <span className="whitespace-nowrap">{numberOf(order)}</span>
        </PageTitle>
        <StatusBadge status={order.status} />
      </div>
      <p className="mt-2 text-muted">
        {formatDateTime(order.createdAt)} · sold by {merchant.businessInfo?.businessName ?? merchant.name}
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="grid gap-6">
          <h2 className="text-h3">Items</h2>
          <OrderItems order={order} />
          <OrderTotals order={order} />
          <div className="flex flex-wrap gap-3">
            {user?._id === order.customer._id && <CancelOrder order={order} />}
            {user?._id === merchant._id && <StatusActions order={order} />}
          </div>
        </Card>
        <div className="grid gap-6">
          <Card className="grid gap-2">
            <h2 className="text-h3">{methodLabel(order.deliveryMethod)}</h2>
            {pickup && merchant.address && (
              <address className="text-muted not-italic">
                {merchant.businessInfo?.businessName}
                <br />
                {merchant.address.street}
                <br />
                {merchant.address.city}, {merchant.address.state} {merchant.address.zipCode}
              </address>
            )}
            {!pickup && to && (
              <address className="text-muted not-italic">
                {to.firstName} {to.lastName}
                <br />
                {to.address}
                {to.apartment && `, ${to.apartment}`}
                <br />
                {to.city}, {to.state} {to.zipCode}
              </address>
            )}
            <OrderTracking order={order} />
          </Card>
          <Card className="grid gap-4">
            <h2 className="text-h3">History</h2>
            <OrderTimeline order={order} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
