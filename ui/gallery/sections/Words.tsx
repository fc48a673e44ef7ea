import { PageTitle } from "@/ui/Page";
import { State, States } from "../State";
import { LONG, SENTENCE } from "../samples";

export function Words() {
  return (
    <States of="Type" columns={1}>
      <State name="hero">
        <p className="font-display text-hero">Fresh from the stall</p>
      </State>
      <State name="h1">
        <PageTitle>Your cart</PageTitle>
      </State>
      <State name="h2">
        <h2 className="text-h2">Farmers near you</h2>
      </State>
      <State name="h3">
        <h3 className="text-h3">Delivery and pickup</h3>
      </State>
      <State name="text, muted, small">
        <p>{SENTENCE}</p>
        <p className="text-muted">{SENTENCE}</p>
        <p className="text-sm">{SENTENCE}</p>
      </State>
      <State name="long words">
        <div className="w-48">
          <h3 className="text-h3">{LONG}</h3>
        </div>
      </State>
    </States>
  );
}
