import type { ReactNode } from "react";
import type { Product } from "@/api/types";

/** Parts of the page from other features. */
export interface ProductSlots {
  /** The button to write to the seller. */
  contact: (product: Product) => ReactNode;
  reviews: (product: Product) => ReactNode;
}
