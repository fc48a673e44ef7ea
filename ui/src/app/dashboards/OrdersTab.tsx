import { OrdersTab as Orders } from "@/features/admin/components/lists/OrdersTab";
import { StatusBadge } from "@/features/orders/components/StatusBadge";

/** The admins' table of orders, with the status badges of the order pages. */
export const OrdersTab = () => <Orders renderStatus={(status) => <StatusBadge status={status} />} />;
