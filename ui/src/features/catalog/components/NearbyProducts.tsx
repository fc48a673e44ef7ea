import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { placeName, type Place } from "@/lib/place";
import { productListQuery } from "../api/productList";
import { texts } from "../texts";
import { ProductGrid } from "./ProductGrid";

/** Fills one row at every width. */
const MAX_PRODUCTS = 6;

/** Products around a place, regardless of the search. */
export function NearbyProducts({ place }: { place: Place }) {
  const id = useId();
  const { data } = useQuery(productListQuery({}, place));
  if (!data || data.products.length === 0 || data.locationInfo.fallbackResults) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-4 text-h2">
        {texts.list.instead(placeName(place))}
      </h2>
      <ProductGrid products={data.products.slice(0, MAX_PRODUCTS)} level={3} width="three" />
    </section>
  );
}
