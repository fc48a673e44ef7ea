import { act, screen } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { TakenOver } from "./TakenOver";

const LINKS = '<a href="/a">One</a><a href="/b">Two</a><a href="/b">Two</a>';

afterEach(() => document.body.replaceChildren());

/** What the server has sent, and what is drawn in its place. */
function drawn(focus: (root: HTMLElement) => void) {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = LINKS;
  root.dataset.sent = "";
  focus(root);
  const Page = () => (
    <>
      <a href="/a">One</a>
      <a href="/b">Two</a>
      <a href="/b">Two</a>
      <TakenOver root={root} />
    </>
  );
  act(() => createRoot(root).render(<Page />));
  return root;
}

test("the link that had the focus has it again", () => {
  drawn((root) => root.querySelectorAll("a")[2]?.focus());
  expect(screen.getAllByRole("link")[2]).toHaveFocus();
});

test("without a focus nothing takes it, and the page is marked as alive", () => {
  expect(drawn(() => {})).not.toHaveAttribute("data-sent");
  expect(document.body).toHaveFocus();
});
