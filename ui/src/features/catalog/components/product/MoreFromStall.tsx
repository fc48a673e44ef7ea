import { useQuery } from "@tanstack/react-query";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { moreFromStallQuery } from "../../api/product";
import { texts } from "../../texts";
import { ProductRail } from "./ProductRail";

export function MoreFromStall({ product }: { product: Product }) {
  const { data } = useQuery(moreFromStallQuery(product));
  return <ProductRail title={texts.product.moreFrom(merchantName(product) ?? "")} products={data} />;
}
