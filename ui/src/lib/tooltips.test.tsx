import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTooltips } from "./tooltips";

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  stop = startTooltips();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const tip = () => document.querySelector("[data-tooltip]");
const pass = (ms: number) => vi.advanceTimersByTime(ms);

function draw() {
  render(
    <>
      <button type="button">Before</button>
      <button type="button" aria-label="Remove kale">
        <svg />
      </button>
      <button type="button" aria-label="Cart, 3 items">
        <svg />
        <span aria-hidden>3</span>
      </button>
      <button type="button" aria-label="Near 94110">
        <svg />
        San Francisco
      </button>
    </>,
  );
  return screen.getByRole("button", { name: "Remove kale" });
}

test("a pointer resting on an icon button shows the button's name", () => {
  fireEvent.pointerOver(draw());
  pass(100);
  expect(tip()).toBeNull();
  pass(400);
  expect(tip()).toHaveTextContent("Remove kale");
});

test("a button with a number beside the icon has a tooltip, one with words has none", () => {
  draw();
  fireEvent.pointerOver(screen.getByRole("button", { name: "Cart, 3 items" }));
  pass(500);
  expect(tip()).toHaveTextContent("Cart, 3 items");
  fireEvent.pointerOver(screen.getByRole("button", { name: "Near 94110" }));
  pass(500);
  expect(tip()).toBeNull();
});

test("the tooltip stays while the pointer is on it, and hides after it has left tooltip and button", () => {
  fireEvent.pointerOver(draw());
  pass(500);
  const text = tip();
  if (!text) throw new Error("there is no tooltip");
  fireEvent.pointerOver(document.body);
  pass(50);
  fireEvent.pointerOver(text);
  pass(1000);
  expect(tip()).toBe(text);
  fireEvent.pointerOver(document.body);
  pass(200);
  expect(tip()).toBeNull();
});

test("keyboard focus shows the tooltip at once, and Escape hides it without moving the focus", async () => {
  vi.useRealTimers();
  const user = userEvent.setup();
  const button = draw();
  await user.tab();
  expect(tip()).toBeNull();
  await user.tab();
  expect(button).toHaveFocus();
  expect(tip()).toHaveTextContent("Remove kale");
  await user.keyboard("{Escape}");
  expect(tip()).toBeNull();
  expect(button).toHaveFocus();
});

test("Escape hides the tooltip and keeps its dialog open", async () => {
  vi.useRealTimers();
  const user = userEvent.setup();
  const onEscape = vi.fn<(event: Event) => void>();
  render(
    <dialog open>
      <button type="button" aria-label="Close">
        <svg />
      </button>
    </dialog>,
  );
  const dialog = screen.getByRole("dialog");
  dialog.addEventListener("keydown", onEscape);
  await user.tab();
  expect(screen.getByRole("button", { name: "Close" })).toHaveFocus();
  expect(dialog).toContainElement(tip() as HTMLElement);
  onEscape.mockClear();
  await user.keyboard("{Escape}");
  expect(onEscape).not.toHaveBeenCalled();
  expect(tip()).toBeNull();
  await user.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalled();
});

test("programmatic focus, a press and a touch show no tooltip", async () => {
  const button = draw();
  button.focus();
  expect(tip()).toBeNull();
  fireEvent.pointerOver(button, { pointerType: "touch" });
  pass(500);
  expect(tip()).toBeNull();
  fireEvent.pointerOver(button, { pointerType: "mouse" });
  pass(500);
  fireEvent.click(button);
  expect(tip()).toBeNull();
});
