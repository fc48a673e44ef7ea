import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { Menu } from "./Menu";
import { Popover } from "./Popover";

function open(children: ReactNode) {
  const root = createRootRoute({ component: () => children, notFoundComponent: () => children });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  render(<RouterProvider router={router as never} />);
  return router;
}

const news = (
  <>
    <Popover label="Notifications" trigger={(props) => <button {...props}>Bell</button>}>
      {(close) => (
        <>
          <p>Two new orders</p>
          <button type="button" onClick={close}>
            Done
          </button>
        </>
      )}
    </Popover>
    <p>Elsewhere</p>
  </>
);

it("opens a panel beside its button, and restores the focus when it closes", async () => {
  open(news);
  const button = await screen.findByRole("button", { name: "Bell" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  const panel = await screen.findByRole("dialog", { name: "Notifications" });
  expect(panel).toHaveTextContent("Two new orders");
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(button).toHaveAttribute("aria-controls", panel.id);
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(button).toHaveFocus();
});

it("closes a panel by its button, a click elsewhere and from within", async () => {
  open(news);
  const button = await screen.findByRole("button", { name: "Bell" });
  for (const leave of [
    () => userEvent.click(button),
    () => userEvent.click(screen.getByText("Elsewhere")),
    async () => userEvent.click(await screen.findByRole("button", { name: "Done" })),
  ]) {
    await userEvent.click(button);
    await screen.findByRole("dialog");
    await leave();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(button).toHaveAttribute("aria-expanded", "false");
  }
});

const logOut = vi.fn<() => void>();
const account = (
  <Menu
    heading="ann@example.com"
    trigger={(props) => <button {...props}>Ann</button>}
    groups={[
      [
        { label: "Messages", to: "/messages" as "/", aside: 3 },
        { label: "Settings", to: "/settings" as "/" },
      ],
      [{ label: "Logout", onSelect: logOut }],
    ]}
  />
);

it("moves through a menu by keyboard and follows its links", async () => {
  const router = open(account);
  const button = await screen.findByRole("button", { name: "Ann" });
  button.focus();
  await userEvent.keyboard("{ArrowDown}");
  const menu = await screen.findByRole("menu", { name: "Ann" });
  expect(menu).toHaveTextContent("ann@example.com");
  const items = screen.getAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual(["Messages3", "Settings", "Logout"]);
  await waitFor(() => expect(items[0]).toHaveFocus());
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(items[1]).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/settings"));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
});

it("runs the action of a menu item, once", async () => {
  open(account);
  const button = await screen.findByRole("button", { name: "Ann" });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
});
