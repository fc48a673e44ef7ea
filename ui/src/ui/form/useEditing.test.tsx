import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { required, z } from "@/lib/schema";
import { renderAlone } from "../../../tests/open";
import { Input } from "../Input";
import { Form } from "./Form";
import { FormField } from "./FormField";
import type { Version } from "./merge";
import { SubmitButton } from "./SubmitButton";
import { useAppForm } from "./useAppForm";

interface Values {
  name: string;
  phone: string;
}
type Stored = Values & { revision: number };

const rules = z.object({ name: required("Please enter a name"), phone: required("Please enter a phone") });
const versionOf = ({ revision, ...values }: Stored): Version<Values> => ({ revision, values });

/** The server's thing: a save on another revision is refused. */
let stored: Stored;
const send = vi.fn<(values: Values, base: Version<Values>) => Promise<void>>();
const store = (values: Values, { revision }: Version<Values>) => {
  if (revision !== stored.revision) throw new ApiError("Changed", 409, { current: stored });
  stored = { ...values, revision: revision + 1 };
  return Promise.resolve();
};

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset().mockImplementation(store);
  stored = { name: "Ann", phone: "1", revision: 1 };
});

function Sample({ thing }: { thing: Stored }) {
  const form = useAppForm<Values>({
    id: "sample",
    rules,
    defaults: versionOf(thing).values,
    draft: "sample",
    edited: { now: versionOf(thing), versionOf, labels: { name: "Name", phone: "Phone" } },
    send: async (values, base) => send(values, base),
    failed: () => "It was not saved",
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="phone" label="Phone">
        {(control) => <Input {...control} />}
      </FormField>
      <SubmitButton form={form}>Save</SubmitButton>
      <button type="button" onClick={form.discard}>
        Discard
      </button>
    </Form>
  );
}

const field = (name: string) => screen.getByRole("textbox", { name });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

it("keeps what another tab has saved in a field that was not touched here", async () => {
  renderAlone(<Sample thing={stored} />);
  stored = { ...stored, phone: "2", revision: 2 };
  await retype("Name", "Anna");
  await save();
  await waitFor(() => expect(stored).toEqual({ name: "Anna", phone: "2", revision: 3 }));
  expect(field("Phone")).toHaveValue("2");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("shows both values of a field that both have changed, and saves the chosen one", async () => {
  renderAlone(<Sample thing={stored} />);
  stored = { name: "Anne", phone: "2", revision: 2 };
  await retype("Name", "Anna");
  await save();
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveFocus();
  expect(notice).toHaveTextContent("Also changed in another window");
  expect(stored.revision).toBe(2);
  expect(field("Name")).toHaveValue("Anna");
  expect(screen.getByRole("radio", { name: /Yours.*Anna/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /Saved elsewhere.*Anne/ }));
  expect(field("Name")).toHaveValue("Anne");
  await userEvent.click(screen.getByRole("radio", { name: /Yours.*Anna/ }));
  await save();
  await waitFor(() => expect(stored).toEqual({ name: "Anna", phone: "2", revision: 3 }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("discards to what is stored now", async () => {
  renderAlone(<Sample thing={stored} />);
  stored = { ...stored, name: "Anne", revision: 2 };
  await retype("Name", "Anna");
  await save();
  await screen.findByRole("alert");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(field("Name")).toHaveValue("Anne");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("follows the thing while nothing is typed", async () => {
  const client = new QueryClient();
  const shown = (thing: Stored) => (
    <QueryClientProvider client={client}>
      <Sample thing={thing} />
    </QueryClientProvider>
  );
  const { rerender } = render(shown(stored));
  rerender(shown({ ...stored, phone: "2", revision: 2 }));
  expect(field("Phone")).toHaveValue("2");
  await retype("Name", "Anna");
  rerender(shown({ ...stored, phone: "3", revision: 3 }));
  expect(field("Phone")).toHaveValue("2");
});

it("continues a draft on what was saved since it was typed", async () => {
  const first = renderAlone(<Sample thing={stored} />);
  await retype("Name", "Anna");
  first.unmount();
  stored = { ...stored, phone: "2", revision: 2 };
  renderAlone(<Sample thing={stored} />);
  expect(field("Name")).toHaveValue("Anna");
  expect(field("Phone")).toHaveValue("2");
  await save();
  await waitFor(() => expect(stored).toEqual({ name: "Anna", phone: "2", revision: 3 }));
});

it("shows the failure when somebody saves all the time", async () => {
  renderAlone(<Sample thing={stored} />);
  send.mockImplementation((_, { revision }) => {
    throw new ApiError("Changed", 409, { current: { ...stored, revision: revision + 1 } });
  });
  await retype("Name", "Anna");
  await save();
  expect(await screen.findByRole("alert")).toHaveTextContent("It was not saved");
  expect(send).toHaveBeenCalledTimes(6);
});
