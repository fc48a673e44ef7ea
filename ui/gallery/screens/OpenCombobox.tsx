import { useState } from "react";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/Field";

const OPTIONS = [
  { value: "CA", label: "California (CA)" },
  { value: "CO", label: "Colorado (CO)" },
  { value: "CT", label: "Connecticut (CT)" },
];

/** The picture test opens it when the code of its list has loaded. */
export function OpenCombobox() {
  const [value, choose] = useState("CO");
  return (
    <div className="w-80">
      <Field label="State">
        {(control) => <Combobox {...control} options={OPTIONS} value={value} onChange={choose} />}
      </Field>
    </div>
  );
}
