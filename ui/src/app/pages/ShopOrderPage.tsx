import type { Order } from "@/api/types";
import { ContactSeller } from "@/features/messages/components/ContactSeller";
import { aboutOrder } from "@/features/messages/model/topic";
import { OrderPage } from "@/features/orders/components/OrderPage";
import type { OrderSlots } from "@/features/orders/components/OrderView";
import { ItemReview } from "@/features/reviews/components/ItemReview";

const slots: OrderSlots = {
  contact: (order) => <ContactSeller topic={aboutOrder(order)} size="sm" />,
  review: (_: Order, { product, name }) => <ItemReview productId={product._id} name={name} />,
};

/** The order page, with its parts from messages and reviews. */
export function ShopOrderPage() {
  return <OrderPage slots={slots} />;
}
