import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { isNotFound } from "@/api/error";
import { orderQuery } from "@/api/orders";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page, PageTitle } from "@/ui/Page";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../texts";
import { OrderView, type OrderSlots } from "./OrderView";

const route = getRouteApi("/orders/$id");

/** One order with its history, for its customer and its merchant, kept up to date by the stream. */
export function OrderPage({ slots }: { slots: OrderSlots }) {
  const { id } = route.useParams();
  const query = useQuery(orderQuery(id));
  return (
    <QueryView
      query={query}
      pending={
        <Page title={texts.page}>
          <PageTitle>{texts.page}</PageTitle>
          <Skeleton className="mt-8 h-40" />
          <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Skeleton className="h-96" />
            <Skeleton className="h-64" />
          </div>
        </Page>
      }
      failed={{ level: 1, title: texts.failedOne, hint: texts.tryAgain }}
      renderError={(error) => isNotFound(error) && <OrderNotFound />}
    >
      {(order) => <OrderView key={order._id} order={order} slots={slots} />}
    </QueryView>
  );
}

function OrderNotFound() {
  return (
    <Page title={texts.notFound}>
      <EmptyState
        level={1}
        title={texts.notFound}
        hint={texts.notFoundHint}
        action={
          <ButtonLink to="/dashboard" search={{ tab: "orders" }}>
            {texts.viewAll}
          </ButtonLink>
        }
      />
    </Page>
  );
}
