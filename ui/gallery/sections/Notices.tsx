import { LineNotice } from "@/ui/LineNotice";
import { StaleNotice } from "@/ui/StaleNotice";
import { State, States } from "../State";
import { line, nothing } from "../samples";

export function Notices() {
  const { product } = line;
  return (
    <>
      <States of="StaleNotice" columns={1}>
        <State name="idle">
          <StaleNotice onRetry={nothing} />
        </State>
        <State name="trying again">
          <StaleNotice onRetry={nothing} retrying />
        </State>
      </States>
      <States of="LineNotice" columns={1}>
        <State name="price">
          <LineNotice item={line} change={{ kind: "price", was: 4.25, now: 5, product }} onRemove={nothing} />
        </State>
        <State name="few left">
          <LineNotice item={line} change={{ kind: "stock", left: 1 }} onRemove={nothing} />
        </State>
        <State name="own">
          <LineNotice item={line} change={{ kind: "own" }} onRemove={nothing} />
        </State>
        <State name="gone">
          <LineNotice item={line} change={{ kind: "gone" }} onRemove={nothing} />
        </State>
      </States>
    </>
  );
}
