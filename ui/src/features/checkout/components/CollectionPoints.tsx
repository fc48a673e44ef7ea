import { MapPin } from "lucide-react";
import type { Product } from "@/api/types";
import { merchantName } from "@/api/products";
import { texts } from "../texts";

/** The pickup locations before the payment: the public part of each merchant's address. */
export function CollectionPoints({ products }: { products: readonly Product[] }) {
  const merchants = new Map(products.map((product) => [product.merchant._id, product]));
  return (
    <div className="rounded-ui bg-sunken p-4 text-sm">
      <p className="font-semibold">{texts.collectionPoint(merchants.size)}</p>
      <ul className="mt-2 grid gap-2">
        {[...merchants].map(([id, product]) => {
          const { city, state, zipCode } = product.merchant.address;
          return (
            <li key={id} className="flex gap-2">
              <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-leaf" />
              <span>
                {merchantName(product)}, {city}, {state} {zipCode}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-muted">{texts.collectionStreet}</p>
    </div>
  );
}
