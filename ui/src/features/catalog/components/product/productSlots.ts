import type { ReactNode } from "react";
import type { Product } from "@/api/types";

/** The parts of the page that other features bring. */
export interface ProductSlots {
  /** The button that writes to the seller. */
  contact: (product: Product) => ReactNode;
  reviews: (product: Product) => ReactNode;
}
