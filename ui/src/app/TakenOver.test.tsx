import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { TakenOver } from "./TakenOver";

test("the live page is marked when it replaces the prerendered one", () => {
  const root = document.createElement("div");
  root.dataset.sent = "";
  act(() => createRoot(root).render(<TakenOver root={root} />));
  expect(root).not.toHaveAttribute("data-sent");
});
