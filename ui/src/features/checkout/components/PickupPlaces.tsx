import { useQuery } from "@tanstack/react-query";
import { purchaseQuery } from "@/api/orders";
import { texts } from "../texts";

/** The pickup address of each merchant's order. */
export function PickupPlaces({ parentNumber }: { parentNumber: string }) {
  const orders = useQuery(purchaseQuery(parentNumber)).data?.orders;
  const parts = orders?.filter((order) => order.parentNumber === parentNumber && order.merchant.address);
  if (!parts?.length) return <p className="text-muted">{texts.pickupAddressLater}</p>;
  return (
    <ul aria-label={texts.collectionPoint(2)} className="grid gap-2">
      {parts.map(({ _id, merchant }) => (
        <li key={_id}>
          <address className="text-muted not-italic">
            <span className="font-semibold text-ink">{merchant.businessInfo.businessName}</span>
            <br />
            {merchant.address?.street}
            <br />
            {merchant.address?.city}, {merchant.address?.state} {merchant.address?.zipCode}
          </address>
        </li>
      ))}
    </ul>
  );
}
