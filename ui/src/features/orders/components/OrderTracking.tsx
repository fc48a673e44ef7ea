import { Truck } from "lucide-react";
import type { Order } from "@/api/types";
import { texts } from "../texts";

/** The carrier's tracking number, linked if the carrier has a page for it. */
export function OrderTracking({ order }: { order: Order }) {
  const number = order.tracking?.trackingNumber;
  if (!number) return null;
  const url = order.tracking?.trackingUrl;
  return (
    <p className="text-sm">
      <Truck aria-hidden className="mr-2 inline size-4 text-leaf" />
      {texts.tracking}{" "}
      {url ? (
        <a href={url} rel="noreferrer" className="font-semibold text-leaf underline underline-offset-4">
          {number}
        </a>
      ) : (
        <span className="font-semibold">{number}</span>
      )}
    </p>
  );
}
