import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ErrorSummary } from "./ErrorSummary";

const items = [{ fieldId: "name", message: "Name is required" }];

it("takes the focus after each failed submit, even when its messages appear later", () => {
  const { rerender } = render(<ErrorSummary attempt={0} items={[]} />);
  rerender(<ErrorSummary attempt={1} items={[]} />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  rerender(<ErrorSummary attempt={1} items={items} />);
  expect(screen.getByRole("alert")).toHaveFocus();
  screen.getByRole("link").focus();
  rerender(<ErrorSummary attempt={2} items={items} />);
  expect(screen.getByRole("alert")).toHaveFocus();
});

it("does not take the focus for a message without a submit", () => {
  const { rerender } = render(<ErrorSummary attempt={1} items={items} />);
  screen.getByRole("link").focus();
  rerender(<ErrorSummary attempt={1} items={[]} />);
  rerender(<ErrorSummary attempt={1} items={items} />);
  expect(screen.getByRole("alert")).not.toHaveFocus();
});
