import type { Order } from "@/api/types";
import { recipientOf } from "../model/status";
import { texts } from "../texts";
import { PhoneLink } from "./PhoneLink";

/** The recipient of the order, for its seller and for admins. */
export function OrderCustomer({ order }: { order: Order }) {
  const { name, phone } = recipientOf(order);
  const { email } = order.customer;
  return (
    <div className="grid gap-1">
      <h2 className="mb-2 text-h3">{texts.customer}</h2>
      <p className="font-semibold">{name}</p>
      {phone && (
        <p>
          <PhoneLink phone={phone} />
        </p>
      )}
      {email && <p className="text-muted">{email}</p>}
    </div>
  );
}
