import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { popularQuery } from "../../api/home";
import { ProductGrid, ProductGridSkeleton } from "../ProductGrid";
import { Section } from "./Section";

const EMPTY = "No popular products found in your area yet. Check back soon!";

export function Popular() {
  const popular = useQuery(popularQuery);
  return (
    <Section
      title="Popular Products"
      aside={
        <Link
          to="/products"
          className="inline-flex min-h-8 items-center font-semibold text-leaf underline underline-offset-4"
        >
          View All Products
        </Link>
      }
    >
      {popular.isPending ? (
        <ProductGridSkeleton width="four" />
      ) : popular.isError ? (
        <ErrorState
          level={3}
          title={EMPTY}
          onRetry={() => void popular.refetch()}
          retrying={popular.isFetching}
        />
      ) : popular.data.products.length === 0 ? (
        <EmptyState level={3} title={EMPTY} />
      ) : (
        <ProductGrid products={popular.data.products} level={3} width="four" />
      )}
    </Section>
  );
}
