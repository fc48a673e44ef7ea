import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { TakenOver } from "./TakenOver";

test("the page that is drawn in the place of the sent one is marked as alive", () => {
  const root = document.createElement("div");
  root.dataset.sent = "";
  act(() => createRoot(root).render(<TakenOver root={root} />));
  expect(root).not.toHaveAttribute("data-sent");
});
