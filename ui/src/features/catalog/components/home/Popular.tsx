import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { placeLink, placeName, usePlace } from "@/lib/place";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { popularQuery } from "../../api/home";
import { texts } from "../../texts";
import { ProductGrid, ProductGridSkeleton } from "../ProductGrid";
import { Section } from "./Section";

const { home } = texts;

export function Popular() {
  const place = usePlace();
  const popular = useQuery(popularQuery(place));
  return (
    <Section
      title={place ? home.popularIn(placeName(place)) : home.popular}
      aside={
        <Link
          to="/products"
          search={placeLink(place)}
          className="inline-flex min-h-8 items-center font-semibold text-leaf underline underline-offset-4"
        >
          {home.viewAll}
        </Link>
      }
    >
      <QueryView
        query={popular}
        pending={<ProductGridSkeleton width="four" />}
        failed={{ title: home.popularEmpty, level: 3 }}
        empty={<EmptyState level={3} title={home.popularEmpty} />}
      >
        {(products) => <ProductGrid products={products} level={3} width="four" />}
      </QueryView>
    </Section>
  );
}
