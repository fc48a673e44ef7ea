import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { lazyComponent } from "./lazyComponent";

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

it("shows the component when its code has loaded, and at once from then on", async () => {
  const load = vi.fn<() => Promise<typeof Hello>>(() => Promise.resolve(Hello));
  const Later = lazyComponent(load);
  const { unmount } = render(<Later name="Cora" />);
  expect(screen.queryByText("Hello Cora")).not.toBeInTheDocument();
  expect(await screen.findByText("Hello Cora")).toBeVisible();
  unmount();
  render(<Later name="Dan" />);
  expect(screen.getByText("Hello Dan")).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

it("draws nothing when the code fails to load, and loads it again when the browser is online", async () => {
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce(new Error("offline"));
  load.mockResolvedValue(Hello);
  const Later = lazyComponent(load);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(
    <>
      <p>The page</p>
      <Later name="Cora" />
    </>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.getByText("The page")).toBeVisible();
  onLine.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  expect(await screen.findByText("Hello Cora")).toBeVisible();
});
