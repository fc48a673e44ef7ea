import { act, screen } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { KeptFocus } from "./KeptFocus";

const LINKS = '<a href="/a">One</a><a href="/b">Two</a><a href="/b">Two</a>';

afterEach(() => document.body.replaceChildren());

/** What the server has sent, and what is drawn in its place. */
function drawn(focus: (root: HTMLElement) => void) {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = LINKS;
  focus(root);
  const Page = () => (
    <>
      <a href="/a">One</a>
      <a href="/b">Two</a>
      <a href="/b">Two</a>
      <KeptFocus root={root} />
    </>
  );
  act(() => createRoot(root).render(<Page />));
}

test("the link that had the focus has it again", () => {
  drawn((root) => root.querySelectorAll("a")[2]?.focus());
  expect(screen.getAllByRole("link")[2]).toHaveFocus();
});

test("without a focus nothing takes it", () => {
  drawn(() => {});
  expect(document.body).toHaveFocus();
});
