import type { ReactNode } from "react";
import { Combobox } from "@/ui/Combobox";
import { Field, type ControlProps } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { State, States } from "../State";
import { LONG, nothing, SENTENCE } from "../samples";

const STATES = [{ value: "CA", label: "California (CA)" }];

/** Kinds of control, each shown empty, filled, focused, invalid and disabled. */
const CONTROLS: Record<string, (more: object, filled: boolean) => ReactNode> = {
  Input: (more, filled) => (
    <Input {...more} placeholder="94110" defaultValue={filled ? LONG : ""} aria-label="Field" />
  ),
  Textarea: (more, filled) => (
    <Textarea {...more} rows={2} defaultValue={filled ? SENTENCE : ""} aria-label="Field" />
  ),
  Select: (more, filled) => (
    <Select {...more} defaultValue={filled ? "lb" : ""} aria-label="Field">
      <option value="">Choose…</option>
      <option value="lb">pound</option>
    </Select>
  ),
  PasswordInput: (more, filled) => (
    <PasswordInput {...more} defaultValue={filled ? "correct horse" : ""} aria-label="Field" />
  ),
};

export function Fields() {
  return (
    <>
      {Object.entries(CONTROLS).map(([name, draw]) => (
        <States key={name} of={name} columns={5}>
          <State name="empty">{draw({}, false)}</State>
          <State name="filled">{draw({}, true)}</State>
          <State name="focus" as="focus-visible">
            {draw({}, true)}
          </State>
          <State name="error">{draw({ "aria-invalid": true }, true)}</State>
          <State name="disabled">{draw({ disabled: true }, true)}</State>
        </States>
      ))}
      <States of="Field" columns={3}>
        <State name="hint">
          <Field label="ZIP code" hint="Five digits">
            {text}
          </Field>
        </State>
        <State name="optional">
          <Field label="Apartment" required={false}>
            {text}
          </Field>
        </State>
        <State name="error and long words">
          <Field label={SENTENCE} required error={`${LONG} is not a ZIP code.`} hint="Five digits">
            {text}
          </Field>
        </State>
        <State name="combobox">
          <Field label="State">
            {(control) => <Combobox {...control} options={STATES} value="CA" onChange={nothing} />}
          </Field>
        </State>
        <State name="read only">
          <Input readOnly defaultValue="San Francisco" aria-label="Field" />
        </State>
      </States>
    </>
  );
}

const text = (control: ControlProps) => <Input {...control} />;
