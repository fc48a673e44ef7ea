import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { NumberedPagination, pageNumbers } from "./NumberedPagination";

it.each([
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, null, 6]],
  [3, 6, [1, 2, 3, 4, null, 6]],
  [4, 7, [1, null, 3, 4, 5, null, 7]],
  [10, 20, [1, null, 9, 10, 11, null, 20]],
  [20, 20, [1, null, 19, 20]],
])("shows the right page numbers on page %i of %i", (page, total, shown) => {
  expect(pageNumbers(page, total)).toEqual(shown);
});

it("is hidden for one page, marks the present page and links to the others", async () => {
  const turned = vi.fn<(page: number) => void>();
  const { container, rerender } = render(<NumberedPagination page={1} totalPages={1} onChange={turned} />);
  expect(container).toBeEmptyDOMElement();
  rerender(<NumberedPagination page={2} totalPages={9} onChange={turned} />);
  expect(screen.getByRole("button", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await userEvent.click(screen.getByRole("button", { name: "Page 9" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(turned.mock.calls).toEqual([[9], [1], [3]]);
  rerender(<NumberedPagination page={9} totalPages={9} onChange={turned} />);
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
});
