import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Combobox } from "./Combobox";
import { Field } from "./Field";

const STATES = [
  { value: "CA", label: "California (CA)" },
  { value: "NM", label: "New Mexico (NM)" },
  { value: "NY", label: "New York (NY)" },
];

/** Waits until the list's code has loaded. */
const ready = () => screen.findByRole("combobox", { name: "State" });

function Example() {
  const [value, setValue] = useState("");
  return (
    <>
      <Field label="State">
        {(control) => <Combobox {...control} options={STATES} value={value} onChange={setValue} />}
      </Field>
      <p>chosen: {value || "none"}</p>
    </>
  );
}

const field = () => screen.getByRole("combobox", { name: "State" });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("takes a name before the list's code has loaded, and keeps text and focus when it loads", async () => {
  render(<Example />);
  const plain = screen.getByRole("textbox", { name: "State" });
  act(() => plain.focus());
  fireEvent.change(plain, { target: { value: "california" } });
  act(() => plain.blur());
  expect(screen.getByText("chosen: CA")).toBeVisible();
  act(() => plain.focus());
  fireEvent.change(plain, { target: { value: "new" } });
  expect(await ready()).toHaveFocus();
  expect(field()).toHaveValue("new");
});

it("searches and chooses by keyboard alone", async () => {
  render(<Example />);
  await ready();
  await userEvent.type(field(), "new");
  await screen.findAllByRole("option");
  expect(options()).toEqual(["New Mexico (NM)", "New York (NY)"]);
  await userEvent.keyboard("{ArrowDown}");
  expect(field()).toHaveAttribute("aria-activedescendant", screen.getAllByRole("option")[1]?.id);
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("chosen: NY")).toBeVisible();
  expect(field()).toHaveValue("New York (NY)");
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute("aria-expanded", "false");
});

it("opens with the chosen option marked, and closes on Escape", async () => {
  render(<Example />);
  await ready();
  await userEvent.click(screen.getByRole("button", { name: "Show options" }));
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  await userEvent.click(screen.getByRole("option", { name: "California (CA)" }));
  expect(screen.getByText("chosen: CA")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  expect(await screen.findByRole("option", { name: "California (CA)" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await userEvent.keyboard("{Escape}");
  expect(options()).toEqual([]);
  expect(field()).toHaveFocus();
});

it("accepts a typed code or full name, and clears unknown text", async () => {
  render(<Example />);
  await ready();
  await userEvent.type(field(), "nm");
  await userEvent.tab();
  expect(screen.getByText("chosen: NM")).toBeVisible();
  await userEvent.clear(field());
  expect(screen.getByText("chosen: none")).toBeVisible();
  await userEvent.type(field(), "california");
  await userEvent.tab();
  expect(screen.getByText("chosen: CA")).toBeVisible();
  await userEvent.type(field(), "xyz");
  expect(screen.getByRole("status")).toHaveTextContent("Nothing matches.");
  await userEvent.tab();
  expect(field()).toHaveValue("California (CA)");
});
