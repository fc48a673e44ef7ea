// `public/early.js` repeats input on the prerendered page on the live one.
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TakenOver } from "./TakenOver";

const SENT = `
  <a href="/a">One</a><a href="/b">Two</a><a href="/b">Two</a>
  <form><input name="q" aria-label="Search" aria-disabled="true" inert></form>
  <button type="button" name="theme" inert>Dark</button>
  <button type="button" inert>Save</button><button type="button" inert>Save</button>
  <label><input type="checkbox" name="organic" inert> Organic</label>`;

let root: HTMLElement;
const recorded = vi.fn<(what: string) => void>();

beforeEach(async () => {
  recorded.mockClear();
  vi.resetModules();
  root = document.body.appendChild(document.createElement("div"));
  root.id = "root";
  root.dataset.sent = "";
  root.innerHTML = SENT;
  await vi.importActual("../../public/early.js");
});

afterEach(() => document.body.replaceChildren());

function Living({ busy }: { busy: boolean }) {
  const [words, setWords] = useState("");
  return (
    <>
      <a href="/a">One</a>
      <a href="/b">Two</a>
      <a href="/b">Two</a>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          recorded(`search for ${words}`);
        }}
      >
        <input
          name="q"
          aria-label="Search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </form>
      <button type="button" name="theme" onClick={() => recorded("theme")}>
        Light
      </button>
      <button type="button" onClick={() => recorded("save the first")}>
        Save
      </button>
      <button type="button" disabled={busy} onClick={() => recorded("save the second")}>
        Save
      </button>
      <label>
        <input
          type="checkbox"
          name="organic"
          onChange={(event) => recorded(`organic ${event.target.checked}`)}
        />
        Organic
      </label>
      <TakenOver root={root} />
    </>
  );
}

/** Replaces the prerendered page by the live one. Returns a function that draws it again. */
async function takeOver(busy = false) {
  const drawn = createRoot(root);
  const draw = (stillBusy: boolean) => act(async () => drawn.render(<Living busy={stillBusy} />));
  await draw(busy);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return draw;
}

test("fields and buttons of the prerendered page are usable at once", () => {
  for (const control of root.querySelectorAll("button, input")) {
    expect(control).not.toHaveAttribute("inert");
    expect(control).not.toHaveAttribute("aria-disabled");
  }
});

test("each early press is repeated once, in order", async () => {
  const save = screen.getAllByRole("button", { name: "Save" })[1] as HTMLElement;
  await userEvent.click(screen.getByRole("button", { name: "Dark" }));
  await userEvent.click(save);
  await userEvent.click(save);
  expect(save).toHaveAttribute("aria-busy", "true");
  await takeOver();
  expect(recorded.mock.calls.flat()).toEqual(["theme", "save the second"]);
});

test("a press waits until its button is enabled", async () => {
  await userEvent.click(screen.getAllByRole("button", { name: "Save" })[1] as HTMLElement);
  const draw = await takeOver(true);
  expect(recorded).not.toHaveBeenCalled();
  await draw(false);
  await vi.waitFor(() => expect(recorded).toHaveBeenCalledWith("save the second"));
});

test("a waiting press is dropped when the user does something else", async () => {
  await userEvent.click(screen.getAllByRole("button", { name: "Save" })[1] as HTMLElement);
  const draw = await takeOver(true);
  await userEvent.click(screen.getByRole("button", { name: "Light" }));
  await draw(false);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(recorded.mock.calls.flat()).toEqual(["theme"]);
});

test("early typing appears in the live field, which keeps focus and selection", async () => {
  const field = screen.getByRole("textbox", { name: "Search" }) as HTMLInputElement;
  await userEvent.type(field, "kale");
  field.setSelectionRange(1, 3);
  await takeOver();
  const living = screen.getByRole("textbox", { name: "Search" }) as HTMLInputElement;
  expect(living).not.toBe(field);
  expect(living).toHaveValue("kale");
  expect(living).toHaveFocus();
  expect([living.selectionStart, living.selectionEnd]).toEqual([1, 3]);
});

test("an early search is sent with its words", async () => {
  await userEvent.type(screen.getByRole("textbox", { name: "Search" }), "kale{Enter}");
  await takeOver();
  expect(recorded.mock.calls.flat()).toEqual(["search for kale"]);
});

test("an early tick is kept", async () => {
  await userEvent.click(screen.getByRole("checkbox"));
  await takeOver();
  expect(screen.getByRole("checkbox")).toBeChecked();
  expect(recorded.mock.calls.flat()).toEqual(["organic true"]);
});

test("a box ticked and cleared early stays clear", async () => {
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("checkbox"));
  await takeOver();
  expect(screen.getByRole("checkbox")).not.toBeChecked();
  expect(recorded).not.toHaveBeenCalled();
});

test("the focused link keeps the focus", async () => {
  screen.getAllByRole("link")[2]?.focus();
  await takeOver();
  expect(screen.getAllByRole("link")[2]).toHaveFocus();
});

test("without a focus, or after a blur, the live page takes no focus", async () => {
  const link = screen.getAllByRole("link")[0] as HTMLElement;
  link.focus();
  link.blur();
  fireEvent.blur(link);
  await act(async () => {});
  await takeOver();
  expect(document.body).toHaveFocus();
  expect(recorded).not.toHaveBeenCalled();
});
