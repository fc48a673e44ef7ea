import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { PackageX } from "lucide-react";
import { isNotFound } from "@/api/error";
import { productQuery } from "@/api/products";
import { categoryLabel, CATEGORIES } from "@/lib/categories";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { ProductView } from "./ProductView";

const route = getRouteApi("/products/$id");

export function ProductPage() {
  const { id } = route.useParams();
  const answer = useQuery(productQuery(id));
  if (answer.data) {
    const product = answer.data;
    const category = CATEGORIES.find((slug) => slug === product.category);
    return (
      <Page title={product.name}>
        <Breadcrumb
          parents={[
            { key: "products", link: <Link to="/products">Products</Link> },
            ...(category
              ? [
                  {
                    key: "category",
                    link: (
                      <Link to="/products" search={{ category }}>
                        {categoryLabel(category)}
                      </Link>
                    ),
                  },
                ]
              : []),
          ]}
          current={product.name}
        />
        {/* Another product starts with its own first picture and quantity. */}
        <ProductView key={product._id} product={product} />
      </Page>
    );
  }
  if (answer.isPending) return <ProductSkeleton />;
  return (
    <Page title="Product not found">
      {isNotFound(answer.error) ? (
        <EmptyState
          level={1}
          title="Product not found"
          hint="This product might have been removed or doesn't exist."
          icon={<PackageX aria-hidden className="size-10" />}
          action={<ButtonLink to="/products">Browse Other Products</ButtonLink>}
        />
      ) : (
        <ErrorState
          level={1}
          title="Error loading product"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </Page>
  );
}

function ProductSkeleton() {
  return (
    <Page title="Loading product">
      <div
        role="status"
        aria-label="Loading product"
        className="grid gap-8 pt-9 lg:grid-cols-[1.15fr_1fr] lg:gap-14"
      >
        <Skeleton className="aspect-4/3" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </Page>
  );
}
