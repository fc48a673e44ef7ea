import { FilterBar } from "@/ui/FilterBar";
import { State, States } from "../State";
import { nothing } from "../samples";

const CHOICES = ["All", "Pending", "Confirmed", "Preparing", "Ready for Pickup", "Delivered"].map(
  (label, index) => ({
    value: index === 0 ? undefined : label,
    label,
    count: index * 7,
  }),
);

export function Filters() {
  const words = {
    label: "Show orders",
    choices: CHOICES,
    onChange: nothing,
    onQuery: nothing,
    searchLabel: "Search your orders",
    searchHint: "Product, seller or number",
    found: "",
  };
  return (
    <States of="FilterBar" columns={1}>
      <State name="everything">
        <FilterBar {...words} value={undefined} query={undefined} />
      </State>
      <State name="one chosen, words, on one line">
        <FilterBar {...words} value="Confirmed" query="squash" scroll />
      </State>
    </States>
  );
}
