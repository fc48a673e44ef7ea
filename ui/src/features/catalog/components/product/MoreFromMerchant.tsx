import { useQuery } from "@tanstack/react-query";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { moreFromMerchantQuery } from "../../api/product";
import { texts } from "../../texts";
import { ProductRail } from "./ProductRail";

export function MoreFromMerchant({ product }: { product: Product }) {
  const { data } = useQuery(moreFromMerchantQuery(product));
  return <ProductRail title={texts.product.moreFrom(merchantName(product) ?? "")} products={data} />;
}
