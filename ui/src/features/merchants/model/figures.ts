import type { MerchantProfile } from "@/api/types";
import { texts } from "../texts";

const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** The four tiles; a missing figure shows N/A. */
export function figures({ productCount, rating, sales, responseRate }: MerchantProfile): [string, string][] {
  return [
    [texts.products, compactNumber.format(productCount)],
    [texts.rating, rating.count > 0 ? `${rating.average.toFixed(1)} (${rating.count})` : texts.notAvailable],
    [texts.sales, sales > 0 ? compactNumber.format(sales) : texts.notAvailable],
    [texts.response, responseRate === null ? texts.notAvailable : `${Math.round(responseRate)}%`],
  ];
}
