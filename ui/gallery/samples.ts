// Sample data for the gallery's components.
import { product } from "../tests/shop";
import type { CartItem } from "@/lib/cart";
import squash from "./squash.svg";

export const PICTURE = squash;
export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmütze";
export const SENTENCE =
  "Slow-roasted San Marzano tomatoes with garden basil, packed this morning in a jar that comes back";
export const nothing = () => {};

const images = [{ url: squash, alt: "", filename: "squash.svg", isFeatured: true }];
export const squashes = product({
  _id: "g1",
  name: "Butternut Squash",
  images,
  distance: 4,
  rating: { average: 4.5, count: 12 },
});

export const line: CartItem = {
  product: {
    _id: "g1",
    name: "Butternut Squash",
    price: 4.25,
    unit: "each",
    images,
    merchantName: "Meadow Farm",
  },
  quantity: 2,
};
