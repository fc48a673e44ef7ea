import { QueryClient, QueryClientProvider, keepPreviousData, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { deferred } from "../../tests/deferred";
import { QueryView } from "./QueryView";

type Load = (page: number) => Promise<string[]>;

function Fruit({ load, page }: { load: Load; page: number }) {
  const query = useQuery({
    queryKey: ["fruit", page],
    queryFn: () => load(page),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <QueryView
      query={query}
      pending={<p>skeleton</p>}
      empty={<p>No fruit yet</p>}
      failed={{ title: "No fruit yet", hint: "It could not be loaded." }}
      renderError={(error) => (String(error).includes("gone") ? <p>Not found</p> : null)}
    >
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </QueryView>
  );
}

function show(load: Load) {
  const client = new QueryClient();
  const view = (page: number) => (
    <QueryClientProvider client={client}>
      <Fruit load={load} page={page} />
    </QueryClientProvider>
  );
  const { rerender } = render(view(1));
  return { client, turnTo: (page: number) => rerender(view(page)) };
}

it("shows skeletons, then the rows", async () => {
  show(() => Promise.resolve(["Plums"]));
  expect(screen.getByText("skeleton")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Loading…");
  expect(await screen.findByText("Plums")).toBeVisible();
  expect(screen.queryByText("skeleton")).not.toBeInTheDocument();
});

it("shows the empty text", async () => {
  show(() => Promise.resolve([]));
  expect(await screen.findByText("No fruit yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

it("keeps the error during a retry, and then moves the focus to the rows", async () => {
  const answers = [deferred<string[]>(), deferred<string[]>()];
  let requests = 0;
  show(() => answers[requests++]?.promise ?? Promise.reject(new Error("asked too often")));
  answers[0]?.reject(new Error("down"));
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("alert")).toHaveTextContent("No fruit yetIt could not be loaded.");
  await userEvent.click(retry);
  expect(await screen.findByRole("button", { name: "Working…", busy: true })).toHaveFocus();
  expect(screen.queryByText("skeleton")).not.toBeInTheDocument();
  answers[1]?.resolve(["Plums"]);
  const row = await screen.findByText("Plums");
  await waitFor(() => expect(document.activeElement).toContainElement(row));
  expect(document.body).not.toHaveFocus();
});

it("shows another content for an error that a retry cannot solve", async () => {
  show(() => Promise.reject(new Error("gone")));
  expect(await screen.findByText("Not found")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

it("dims the previous page's rows until the next ones arrive", async () => {
  const second = deferred<string[]>();
  const { turnTo } = show((page) => (page === 1 ? Promise.resolve(["Plums"]) : second.promise));
  const plums = await screen.findByText("Plums");
  turnTo(2);
  await waitFor(() => expect(plums.parentElement).toHaveAttribute("aria-busy", "true"));
  second.resolve(["Pears"]);
  const pears = await screen.findByText("Pears");
  expect(pears.parentElement).not.toHaveAttribute("aria-busy");
});

it("keeps rows that could not be refreshed, with a notice", async () => {
  const load = vi.fn<Load>().mockResolvedValueOnce(["Plums"]).mockRejectedValueOnce(new Error("down"));
  load.mockResolvedValue(["Pears"]);
  const { client } = show(load);
  await screen.findByText("Plums");
  await client.invalidateQueries();
  expect(await screen.findByText("This could not be refreshed and may be out of date.")).toBeVisible();
  expect(screen.getByText("Plums")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Pears")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});
