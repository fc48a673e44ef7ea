import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Order, OrderStatus } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Table, type Column } from "@/ui/Table";
import { ordersQuery } from "../../api/lists";
import { texts } from "../../listTexts";
import { useList } from "../../model/useList";
import { Choice } from "./Choice";
import { ListFrame } from "./ListFrame";
import { SearchField } from "./SearchField";

const words = texts.orders;

/** Every order; disputed ones can be filtered. */
export function OrdersTab({ renderStatus }: { renderStatus: (status: OrderStatus) => ReactNode }) {
  const { search, typed, page, filter } = useList();
  const { q, dispute } = search;
  const query = useQuery(ordersQuery({ page, search: typed, dispute }));
  const total = query.data?.pagination.totalOrders;
  const status: Column<Order> = {
    key: "status",
    header: words.columns.status,
    cell: (order) => renderStatus(order.status),
  };
  return (
    <ListFrame
      title={words.title}
      query={query}
      found={total === undefined ? undefined : words.found(total)}
      words={words}
      isEmpty={(data) => data.orders.length === 0}
      totalPages={query.data?.pagination.totalPages ?? 0}
      search={
        <SearchField
          className="sm:col-span-2"
          label={words.search}
          hint={words.searchHint}
          value={q}
          onChange={(text) => filter({ q: text })}
        />
      }
      chosen={[dispute].filter(Boolean).length}
      filters={
        <>
          <Choice
            label={words.dispute}
            value={dispute}
            options={Object.entries(words.disputes)}
            onChange={(value) => filter({ dispute: value })}
          />
          {dispute && <p className="text-sm text-muted sm:col-span-2 lg:col-span-4">{words.answered}</p>}
        </>
      }
    >
      {(data) => (
        <Table
          caption={words.title}
          rows={data.orders}
          rowKey={({ _id }) => _id}
          columns={[...COLUMNS, status, DISPUTE_OPTIONS]}
          card={(order) => <OrderCard order={order} status={renderStatus(order.status)} />}
        />
      )}
    </ListFrame>
  );
}

function OrderNumber({ order: { _id, orderNumber, createdAt } }: { order: Order }) {
  return (
    <span className="block">
      <Link
        to="/orders/$id"
        params={{ id: _id }}
        className="font-semibold whitespace-nowrap text-leaf underline underline-offset-4"
      >
        {orderNumber}
      </Link>
      <span className="block text-muted">{formatDate(createdAt)}</span>
      <Link
        to="/admin/operations"
        search={{ tab: "why", stream: `order-${_id}` }}
        aria-label={words.whyOf(orderNumber)}
        className="inline-flex min-h-6 items-center text-sm text-muted underline underline-offset-4 hover:text-ink"
      >
        {texts.why}
      </Link>
    </span>
  );
}

function Customer({ order: { customer } }: { order: Order }) {
  const { _id, name, email } = customer;
  if (!email) return <>{name}</>;
  return (
    <span className="block min-w-0">
      <Link
        to="/dashboard/admin"
        search={{ tab: "users", q: email, user: _id }}
        className="underline underline-offset-4"
      >
        {name}
      </Link>
      <span className="block break-all text-muted">{email}</span>
    </span>
  );
}

function Dispute({ order: { dispute } }: { order: Order }) {
  if (!dispute) return null;
  const { status, amount, reason } = dispute;
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={status === "open" ? "danger" : "butter"}>{words.disputes[status]}</Badge>
      <span className="text-sm">{words.wanted(formatMoney(amount), reason)}</span>
    </span>
  );
}

const COLUMNS: Column<Order>[] = [
  { key: "order", header: words.columns.order, cell: (order) => <OrderNumber order={order} /> },
  { key: "customer", header: words.columns.customer, cell: (order) => <Customer order={order} /> },
  { key: "merchant", header: words.columns.merchant, cell: ({ merchantName }) => merchantName },
  { key: "total", header: words.columns.total, align: "end", cell: ({ total }) => formatMoney(total) },
];
const DISPUTE_OPTIONS: Column<Order> = {
  key: "dispute",
  header: words.columns.dispute,
  cell: (order) => <Dispute order={order} />,
};

function OrderCard({ order, status }: { order: Order; status: ReactNode }) {
  return (
    <Card className="grid gap-2">
      <div className="flex items-start justify-between gap-2">
        <OrderNumber order={order} />
        {status}
      </div>
      <Customer order={order} />
      <p className="text-sm text-muted">
        {order.merchantName} · {formatMoney(order.total)}
      </p>
      <Dispute order={order} />
    </Card>
  );
}
