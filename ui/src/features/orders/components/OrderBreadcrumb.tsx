import { Link } from "@tanstack/react-router";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { texts } from "../texts";

interface Props {
  number: string;
  isCustomer: boolean;
  isSeller: boolean;
}

/** The link back to the reader's list of orders. */
export function OrderBreadcrumb({ number, isCustomer, isSeller }: Props) {
  const list = isCustomer ? (
    <Link to="/dashboard/customer" search={{ tab: "orders" }}>
      {texts.myOrders}
    </Link>
  ) : (
    <Link to={isSeller ? "/dashboard/merchant" : "/dashboard/admin"} search={{ tab: "orders" }}>
      {texts.orders}
    </Link>
  );
  return (
    <div className="print:hidden">
      <Breadcrumb parents={[{ key: "orders", link: list }]} current={number} />
    </div>
  );
}
