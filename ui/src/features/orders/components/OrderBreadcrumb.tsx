import { Link } from "@tanstack/react-router";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { texts } from "../texts";

/** The link back to the list of orders. */
export function OrderBreadcrumb({ number, isSeller }: { number: string; isSeller: boolean }) {
  const list = isSeller ? (
    <Link to="/dashboard/merchant" search={{ tab: "orders" }}>
      {texts.orders}
    </Link>
  ) : (
    <Link to="/dashboard/customer" search={{ tab: "orders" }}>
      {texts.myOrders}
    </Link>
  );
  return (
    <div className="print:hidden">
      <Breadcrumb parents={[{ key: "orders", link: list }]} current={number} />
    </div>
  );
}
