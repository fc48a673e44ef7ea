import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { required, z } from "@/lib/schema";
import { deferred } from "../../../tests/deferred";
import { renderAlone } from "../../../tests/open";
import { Input } from "../Input";
import { Form } from "./Form";
import { FormField } from "./FormField";
import { FormRadioGroup } from "./FormRadioGroup";
import { SubmitButton } from "./SubmitButton";
import { UnsavedGuard } from "./UnsavedGuard";
import { useAppForm } from "./useAppForm";

const rules = z.object({
  size: required("Please choose a size"),
  name: required("Please enter a name"),
  code: z.string().check(z.regex(/^\d{5}$/, "Five digits, please")),
});
type Values = z.infer<typeof rules>;
const EMPTY: Values = { size: "", name: "", code: "" };
const SIZES = [
  { value: "small", label: "Small" },
  { value: "large", label: "Large" },
] as const;
const send = vi.fn<(values: Values) => Promise<void>>();

interface SampleProps {
  guarded?: boolean;
  ready?: () => void;
  untitled?: boolean;
}

function Sample({ guarded, ready, untitled }: SampleProps) {
  const form = useAppForm<Values>({
    id: "sample",
    rules,
    defaults: EMPTY,
    draft: "sample",
    secret: ["code"],
    serverNames: { "address.zipCode": "code" },
    send,
    sent: ready,
    failed: () => "It was not saved",
    failedTitle: untitled ? undefined : "Sorry",
  });
  return (
    <Form form={form}>
      <FormRadioGroup form={form} name="size" legend="Size" options={SIZES} />
      <FormField form={form} name="name" label="Name" required>
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="code" label="Code" required>
        {(control) => <Input {...control} />}
      </FormField>
      <SubmitButton form={form} busyLabel="Saving…">
        Save
      </SubmitButton>
      <button type="button" onClick={form.discard}>
        Start over
      </button>
      {guarded && <UnsavedGuard form={form} />}
    </Form>
  );
}

const field = (name: string) => screen.getByRole("textbox", { name });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
async function fill(values: Partial<Values> = {}) {
  const { size = "Small", name = "Ann", code = "97201" } = values;
  await userEvent.click(screen.getByRole("radio", { name: size }));
  await userEvent.type(field("Name"), name);
  await userEvent.type(field("Code"), code);
}

beforeEach(() => {
  send.mockReset().mockResolvedValue();
});

it("focuses a summary in the order of the rules, whose lines link to the fields", async () => {
  renderAlone(<Sample />);
  await save();
  const summary = await screen.findByRole("alert");
  expect(summary).toHaveFocus();
  expect(summary).toHaveTextContent("Please check the following");
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Please choose a size",
    "Please enter a name",
    "Five digits, please",
  ]);
  await userEvent.click(screen.getByRole("link", { name: "Five digits, please" }));
  expect(field("Code")).toHaveFocus();
  expect(field("Code")).toBeInvalid();
  await userEvent.click(screen.getByRole("link", { name: "Please choose a size" }));
  expect(screen.getByRole("radio", { name: "Small" })).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

it("does not ask to check fields when sending fails without a field error", async () => {
  send.mockRejectedValue(new Error("503"));
  renderAlone(<Sample untitled />);
  await fill();
  await save();
  const summary = await screen.findByRole("alert");
  expect(summary).toHaveTextContent("That did not work");
  expect(field("Name")).toHaveValue("Ann");
});

it("validates a field when it is left, and then on each key", async () => {
  renderAlone(<Sample />);
  await userEvent.type(field("Code"), "9720");
  expect(field("Code")).toBeValid();
  await userEvent.tab();
  await waitFor(() => expect(field("Code")).toHaveAccessibleDescription("Five digits, please"));
  await userEvent.type(field("Code"), "1");
  await waitFor(() => expect(field("Code")).toBeValid());
});

it("shows a server error at its field until the field changes", async () => {
  send.mockRejectedValueOnce(
    new ApiError("Nobody lives there", 422, {
      message: "Nobody lives there",
      errors: [{ field: "address.zipCode", message: "Nobody lives there" }],
    }),
  );
  renderAlone(<Sample />);
  await fill();
  await save();
  const line = await screen.findByRole("link", { name: "Nobody lives there" });
  expect(line).toHaveAttribute("href", "#sample-code");
  expect(screen.getByRole("alert")).toHaveFocus();
  expect(screen.queryByText("Sorry")).not.toBeInTheDocument();
  await userEvent.type(field("Name"), "e");
  expect(field("Code")).toHaveAccessibleDescription("Nobody lives there");
  await userEvent.clear(field("Code"));
  await userEvent.type(field("Code"), "97202");
  await waitFor(() => expect(field("Code")).toBeValid());
  await save();
  await waitFor(() =>
    expect(send).toHaveBeenLastCalledWith({ size: "small", name: "Anne", code: "97202" }, expect.anything()),
  );
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
});

it.each([
  [new ApiError("Busy", 503), "It was not saved", "Sorry"],
  [
    new ApiError("No such thing", 422, { errors: [{ field: "token", message: "The link has expired" }] }),
    "The link has expired",
    "Sorry",
  ],
])("shows an error without a field above the fields: %s", async (failure, text, title) => {
  send.mockRejectedValueOnce(failure);
  renderAlone(<Sample />);
  await fill();
  await save();
  const summary = await screen.findByRole("alert");
  expect(summary).toHaveTextContent(title);
  expect(summary).toHaveTextContent(text);
  expect(summary).toHaveFocus();
  // The typed value is kept.
  expect(field("Name")).toHaveValue("Ann");
});

it("is sent once, however often the user presses Enter", async () => {
  const answer = deferred<void>();
  send.mockReturnValue(answer.promise);
  renderAlone(<Sample />);
  await fill();
  await userEvent.type(field("Code"), "{Enter}{Enter}");
  expect(await screen.findByRole("button", { name: "Saving…" })).toHaveAttribute("aria-busy", "true");
  await userEvent.type(field("Code"), "{Enter}");
  answer.resolve();
  expect(await screen.findByRole("button", { name: "Save" })).not.toHaveAttribute("aria-busy");
  expect(send).toHaveBeenCalledTimes(1);
});

it("keeps typed values until sent, but no secrets", async () => {
  const first = renderAlone(<Sample />);
  await fill({ size: "Large", name: "Ann" });
  first.unmount();
  const second = renderAlone(<Sample />);
  expect(field("Name")).toHaveValue("Ann");
  expect(screen.getByRole("radio", { name: "Large" })).toBeChecked();
  expect(field("Code")).toHaveValue("");
  await userEvent.type(field("Code"), "97201");
  await save();
  await waitFor(() => expect(send).toHaveBeenCalled());
  second.unmount();
  renderAlone(<Sample />);
  expect(field("Name")).toHaveValue("");
});

it("drops a discarded draft", async () => {
  const first = renderAlone(<Sample />);
  await userEvent.type(field("Name"), "Ann");
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(field("Name")).toHaveValue("");
  first.unmount();
  renderAlone(<Sample />);
  expect(field("Name")).toHaveValue("");
});

it.each(["{", "[]", '{"name": 5, "size": ["large"]}'])("ignores a draft of another shape: %s", (stored) => {
  sessionStorage.setItem("form:sample", stored);
  renderAlone(<Sample />);
  expect(field("Name")).toHaveValue("");
  expect(screen.getByRole("radio", { name: "Large" })).not.toBeChecked();
});

function openGuarded() {
  const root = createRootRoute();
  const otherRoute = createRoute({
    getParentRoute: () => root,
    path: "/there",
    component: () => <p>Somewhere else</p>,
  });
  const here = createRoute({ getParentRoute: () => root, path: "/", component: Here });
  const router = createRouter({
    routeTree: root.addChildren([here, otherRoute]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  function Here() {
    return <Sample guarded ready={() => void router.navigate({ href: "/there" })} />;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

it("asks before it discards typed values", async () => {
  const router = openGuarded();
  await screen.findByRole("textbox", { name: "Name" });
  await userEvent.type(field("Name"), "Ann");
  void router.navigate({ href: "/there" });
  await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(field("Name")).toHaveValue("Ann");
  void router.navigate({ href: "/there" });
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Somewhere else")).toBeVisible();
});

it("does not ask after it was sent", async () => {
  openGuarded();
  await screen.findByRole("textbox", { name: "Name" });
  await fill();
  await save();
  expect(await screen.findByText("Somewhere else")).toBeVisible();
});
