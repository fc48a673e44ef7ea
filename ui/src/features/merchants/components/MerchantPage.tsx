import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Store } from "lucide-react";
import type { ReactNode } from "react";
import { isNotFound } from "@/api/error";
import type { MerchantProfile, Product } from "@/api/types";
import type { Head } from "@/lib/head";
import { merchantWords } from "@/lib/pageWords";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import { QueryView } from "@/ui/QueryView";
import { merchantQuery } from "../api/merchant";
import { texts } from "../texts";
import { DeliveryAndPickup } from "./DeliveryAndPickup";
import { MerchantFigures } from "./MerchantFigures";
import { MerchantHeader } from "./MerchantHeader";
import { MerchantSkeleton } from "./MerchantSkeleton";
import { MerchantProducts } from "./MerchantProducts";

const route = getRouteApi("/merchant/$id");

interface Props {
  /** Draws products as the catalog's cards. */
  grid: (products: Product[]) => ReactNode;
  gridSkeleton: ReactNode;
}

/** A merchant's stall: profile, delivery and products. */
export function MerchantPage({ grid, gridSkeleton }: Props) {
  const { id } = route.useParams();
  const query = useQuery(merchantQuery(id));
  return (
    <Page {...headOf(query)}>
      <QueryView
        query={query}
        pending={<MerchantSkeleton />}
        failed={{ title: texts.failed, level: 1 }}
        renderError={(error) =>
          isNotFound(error) ? (
            <EmptyState
              level={1}
              title={texts.notFound}
              hint={texts.notFoundHint}
              icon={<Store aria-hidden className="size-10" />}
              action={<ButtonLink to="/products">{texts.browse}</ButtonLink>}
            />
          ) : null
        }
      >
        {(merchant) => (
          <>
            <MerchantHeader merchant={merchant} />
            <MerchantFigures merchant={merchant} />
            <DeliveryAndPickup merchant={merchant} />
            <MerchantProducts merchantId={merchant._id} grid={grid} skeleton={gridSkeleton} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function headOf({ data, isError, error }: UseQueryResult<MerchantProfile>): Head {
  if (data) return merchantWords(data);
  if (!isError) return { title: texts.loading, pending: true };
  return isNotFound(error) ? { title: texts.notFound, missing: true } : { title: texts.failed };
}
