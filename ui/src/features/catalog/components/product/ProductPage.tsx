import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { PackageX } from "lucide-react";
import { isNotFound } from "@/api/error";
import { productQuery } from "@/api/products";
import type { Product } from "@/api/types";
import type { Head } from "@/lib/head";
import { productWords } from "@/lib/pageWords";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import { QueryView } from "@/ui/QueryView";
import { texts as kit } from "@/ui/texts";
import { texts } from "../../texts";
import type { ProductSlots } from "./productSlots";
import { ProductSkeleton } from "./ProductSkeleton";
import { ProductView } from "./ProductView";

const { product: words } = texts;
const route = getRouteApi("/products/$id");

export function ProductPage({ slots }: { slots: ProductSlots }) {
  const { id } = route.useParams();
  const query = useQuery(productQuery(id));
  const missing = isNotFound(query.error);
  return (
    <Page {...headOf(query.data, query.isError, missing)} className="max-md:pb-28">
      <QueryView
        query={query}
        pending={<ProductSkeleton />}
        failed={{ title: words.failed, level: 1 }}
        renderError={(error) =>
          isNotFound(error) ? (
            <EmptyState
              level={1}
              title={words.notFound}
              hint={words.notFoundHint}
              icon={<PackageX aria-hidden className="size-10" />}
              action={<ButtonLink to="/products">{words.browseOthers}</ButtonLink>}
            />
          ) : (
            <div role="alert">
              <EmptyState
                level={1}
                title={words.failed}
                action={
                  <>
                    <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
                      {kit.retry}
                    </Button>
                    <ButtonLink to="/products">{words.browse}</ButtonLink>
                  </>
                }
              />
            </div>
          )
        }
      >
        {/* Another product starts with its own first picture and quantity. */}
        {(product) => <ProductView key={product._id} product={product} slots={slots} />}
      </QueryView>
    </Page>
  );
}

function headOf(product: Product | undefined, failed: boolean, missing: boolean): Head {
  if (product) return productWords(product);
  if (missing) return { title: words.notFound, missing };
  return failed ? { title: words.failed } : { title: words.loading, pending: true };
}
