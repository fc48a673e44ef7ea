import { Checkbox } from "@/ui/Checkbox";
import { RadioGroup, type RadioOption } from "@/ui/RadioGroup";
import { State, States } from "../State";
import { nothing, SENTENCE } from "../samples";

const WAYS: RadioOption<string>[] = [
  { value: "pickup", label: "Store Pickup", description: "Collect it from the farm.", aside: "Free" },
  { value: "standard", label: "Standard Delivery", description: SENTENCE, aside: "$5.00" },
  {
    value: "same-day",
    label: "Same Day Delivery",
    description: "Closed today.",
    aside: "$15.00",
    disabled: true,
  },
];

export function Choices() {
  return (
    <>
      <States of="Checkbox">
        <State name="off">
          <Checkbox label="Organic" />
        </State>
        <State name="on">
          <Checkbox label="Organic" defaultChecked />
        </State>
        <State name="some">
          <Checkbox label="All" indeterminate />
        </State>
        <State name="disabled">
          <Checkbox label="Organic" disabled />
        </State>
        <State name="long words" wide>
          <div className="w-72">
            <Checkbox label={SENTENCE} defaultChecked />
          </div>
        </State>
      </States>
      <States of="RadioGroup" columns={2}>
        <State name="chosen, long words, disabled">
          <RadioGroup legend="Delivery" value="pickup" onChange={nothing} options={WAYS} />
        </State>
        <State name="none chosen, error">
          <RadioGroup
            legend="Delivery"
            value=""
            onChange={nothing}
            options={WAYS}
            error="Choose how you get it."
          />
        </State>
      </States>
    </>
  );
}
