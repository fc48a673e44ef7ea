import { Link } from "@tanstack/react-router";
import { BottomBar, BottomBarTotal } from "@/ui/BottomBar";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { Button } from "@/ui/Button";
import { NumberedPagination } from "@/ui/NumberedPagination";
import { Pagination } from "@/ui/Pagination";
import { Stepper } from "@/ui/Stepper";
import { Tabs } from "@/ui/Tabs";
import { State, States } from "../State";
import { nothing, SENTENCE } from "../samples";

const STEPS = ["Review", "Shipping", "Payment"];
const TABS = ["Overview", "Orders", "Favorites", "Addresses and payment"].map((label) => ({
  value: label,
  label,
}));
const PARENTS = [
  { key: "home", link: <Link to="/">Home</Link> },
  { key: "products", link: <Link to="/products">Products</Link> },
];

export function Ways() {
  return (
    <>
      <States of="Stepper" columns={1}>
        {[1, 2, 3].map((current) => (
          <State key={current} name={`step ${current}`}>
            <Stepper label="Checkout" steps={STEPS} current={current} />
          </State>
        ))}
      </States>
      <States of="Tabs" columns={1}>
        <State name="second chosen">
          <Tabs label="Dashboard" tabs={TABS} value="Orders" onChange={nothing}>
            <p>Two orders</p>
          </Tabs>
        </State>
      </States>
      <States of="Breadcrumb" columns={1}>
        <State name="short">
          <Breadcrumb parents={PARENTS} current="Kale" />
        </State>
        <State name="long words">
          <Breadcrumb parents={PARENTS} current={SENTENCE} />
        </State>
      </States>
      <States of="Bottom bar" columns={1}>
        <State name="with a total">
          <BottomBar>
            <BottomBarTotal label="Total" value="$24.12" />
            <Button className="flex-1">Pay</Button>
          </BottomBar>
        </State>
      </States>
      <States of="Pagination" columns={1}>
        <State name="first page">
          <Pagination page={1} totalPages={12} onChange={nothing} />
        </State>
        <State name="in between">
          <Pagination page={7} totalPages={12} onChange={nothing} />
        </State>
        <State name="last page">
          <Pagination page={12} totalPages={12} onChange={nothing} />
        </State>
      </States>
      <States of="Numbered pagination" columns={1}>
        <State name="few pages">
          <NumberedPagination page={1} totalPages={3} onChange={nothing} />
        </State>
        <State name="many, in between">
          <NumberedPagination page={7} totalPages={12} onChange={nothing} />
        </State>
      </States>
    </>
  );
}
