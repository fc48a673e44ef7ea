import { useQuery } from "@tanstack/react-query";
import type { Product } from "@/api/types";
import { usePlace } from "@/lib/place";
import { similarQuery } from "../../api/product";
import { texts } from "../../texts";
import { ProductRail } from "./ProductRail";

export function SimilarProducts({ product }: { product: Product }) {
  const place = usePlace();
  const { data } = useQuery(similarQuery(product, place));
  return (
    <ProductRail title={place ? texts.product.similar : texts.product.similarAnywhere} products={data} />
  );
}
