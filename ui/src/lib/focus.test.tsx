import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocus } from "./focus";

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

function Lines() {
  const [lines, setLines] = useState(["Plums", "Pears", "Figs"]);
  return (
    <main>
      <h1 tabIndex={-1}>Fruit</h1>
      <section aria-label="Basket">
        <p>Your fruit</p>
        <ul>
          {lines.map((line) => (
            <li key={line}>
              {line}
              <button type="button" onClick={() => setLines(lines.filter((one) => one !== line))}>
                Remove {line}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

const remove = (name: string) => userEvent.click(screen.getByRole("button", { name: `Remove ${name}` }));

it("moves to the row after a removed one, or to the one before at the end", async () => {
  render(<Lines />);
  await remove("Plums");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Pears" })).toHaveFocus());
  await remove("Figs");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Pears" })).toHaveFocus());
  await remove("Pears");
  await waitFor(() => expect(screen.getByRole("list")).toHaveFocus());
});

function Steps() {
  const [step, setStep] = useState(1);
  return (
    <div>
      {step === 1 && (
        <button type="button" onClick={() => setStep(2)}>
          Confirm
        </button>
      )}
      {step === 2 && <button type="button">Start preparing</button>}
      <p>Order</p>
    </div>
  );
}

it("moves to the next step's button", async () => {
  render(<Steps />);
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Start preparing" })).toHaveFocus());
});

it("keeps the focus that the user has moved", async () => {
  render(
    <>
      <Steps />
      <input aria-label="Note" />
    </>,
  );
  screen.getByRole("button", { name: "Confirm" }).addEventListener("click", () => {
    screen.getByLabelText("Note").focus();
  });
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByRole("button", { name: "Start preparing" })).not.toHaveFocus();
  expect(screen.getByLabelText("Note")).toHaveFocus();
});

it("moves to the heading when the page has changed", async () => {
  const { rerender } = render(
    <main>
      <h1 tabIndex={-1}>Cart</h1>
      <button type="button">Pay</button>
    </main>,
  );
  screen.getByRole("button", { name: "Pay" }).focus();
  rerender(
    <main>
      <h1 tabIndex={-1}>Thank you</h1>
    </main>,
  );
  await waitFor(() => expect(screen.getByRole("heading", { name: "Thank you" })).toHaveFocus());
});
