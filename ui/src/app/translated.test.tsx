import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { on } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { product, productPage } from "../../tests/shop";

mockServer();
beforeAll(() => import("@/features/catalog/components/ProductsPage"));

/** Moves each text into elements of its own, as a browser's translation does. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest("font, script, style, textarea")) continue;
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    text.replaceWith(outer);
    outer.firstChild?.appendChild(text);
  }
}
const observer = new MutationObserver(() => translate(document.body));

beforeEach(() => {
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  server.use(on.get("/products", productPage([product()])));
});
afterEach(() => observer.disconnect());

it("switches quick filters on and off on a translated page", async () => {
  open("/products");
  await waitFor(() => expect(screen.getByText("In stock").tagName).toBe("FONT"));
  const filter = screen.getByText("In stock").closest("button") as HTMLElement;
  await userEvent.click(filter);
  await waitFor(() => expect(filter).toHaveAttribute("aria-pressed", "true"));
  await userEvent.click(filter);
  await waitFor(() => expect(filter).toHaveAttribute("aria-pressed", "false"));
  expect(screen.queryByText("Something went wrong")).not.toBeInTheDocument();
});
