import { ErrorSummary } from "@/ui/ErrorSummary";
import { State, States } from "../State";
import { LONG } from "../samples";

export function Errors() {
  return (
    <States of="ErrorSummary" columns={2}>
      <State name="fields">
        <ErrorSummary
          attempt={0}
          items={[
            { fieldId: "a", message: "Address is required" },
            { fieldId: "b", message: "Enter a five-digit ZIP code" },
          ]}
        />
      </State>
      <State name="of the server">
        <ErrorSummary
          attempt={0}
          title="Your payment did not go through"
          items={[{ message: "Your card has insufficient funds." }]}
        />
      </State>
      <State name="long words" wide>
        <ErrorSummary
          attempt={0}
          items={[{ fieldId: "c", message: `${LONG} is not a name we can print on a label.` }]}
        />
      </State>
    </States>
  );
}
