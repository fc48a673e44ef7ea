import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { User } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, noProducts } from "../../tests/shop";

mockServer();
beforeAll(() =>
  Promise.all([
    import("@/features/settings/components/SettingsPage"),
    import("@/features/settings/components/Security"),
  ]),
);

const till = {
  _id: "k1",
  id: "k1",
  name: "Till",
  scopes: ["orders:read", "products:write"],
  createdAt: "2026-11-20T08:00:00Z",
};
const hook = {
  _id: "w1",
  id: "w1",
  url: "https://till.example/hooks",
  types: ["order.placed"],
  createdAt: "2026-11-20T08:00:00Z",
  paused: null as string | null,
  pausedAt: null,
  waiting: 0,
  replay: null,
};

let user: User;
let keys: (typeof till)[];
let hooks: (typeof hook)[];
let sent: string[];

beforeEach(() => {
  storeToken("t");
  user = { ...customer, role: "merchant", emailVerified: true };
  [keys, hooks, sent] = [[till], [hook], []];
  server.use(
    on.get("/auth/me", () => user),
    on.get("/products", noProducts),
    on.get("/auth/sessions", { sessions: [] }),
    on.get("/api-keys", () => ({ apiKeys: keys })),
    on.get("/webhooks", () => ({ webhooks: hooks })),
    on.delete("/api-keys/{id}", ({ params }) => {
      sent.push(`revoke ${params.id}`);
      keys = [];
      return { success: true };
    }),
    on.delete("/webhooks/{id}", ({ params }) => {
      sent.push(`remove ${params.id}`);
      hooks = [];
      return { success: true };
    }),
    on.post("/webhooks/{id}/pause", ({ params }) => {
      sent.push(`pause ${params.id}`);
      hooks = [{ ...hook, paused: "owner" }];
      return { success: true };
    }),
    on.post("/webhooks/{id}/resume", ({ params }) => {
      sent.push(`resume ${params.id}`);
      hooks = [hook];
      return { success: true };
    }),
  );
});

const section = async (name: string) => within(await screen.findByRole("region", { name }));

it("lists the API keys of a merchant, and revokes one after a question", async () => {
  open("/settings?tab=security");
  const list = await section("API keys");
  expect(await list.findByText("Till")).toBeVisible();
  expect(list.getByText("orders:read, products:write")).toBeVisible();
  await userEvent.click(list.getByRole("button", { name: "Revoke Till" }));
  const ask = within(await screen.findByRole("alertdialog", { name: "Revoke Till?" }));
  expect(sent).toEqual([]);
  await userEvent.click(ask.getByRole("button", { name: "Revoke" }));
  expect(await list.findByText("No API keys.")).toBeVisible();
  expect(sent).toEqual(["revoke k1"]);
});

it("pauses, resumes and removes a webhook", async () => {
  open("/settings?tab=security");
  const list = await section("Webhooks");
  await userEvent.click(await list.findByRole("button", { name: "Pause https://till.example/hooks" }));
  expect(await list.findByText("Paused")).toBeVisible();
  await userEvent.click(await list.findByRole("button", { name: "Resume https://till.example/hooks" }));
  await waitFor(() => expect(list.queryByText("Paused")).toBeNull());
  await userEvent.click(list.getByRole("button", { name: "Remove https://till.example/hooks" }));
  const ask = within(await screen.findByRole("alertdialog"));
  await userEvent.click(ask.getByRole("button", { name: "Remove" }));
  expect(await list.findByText("No webhooks.")).toBeVisible();
  expect(sent).toEqual(["pause w1", "resume w1", "remove w1"]);
});

it("explains a failure, and keeps the key", async () => {
  server.use(on.delete("/api-keys/{id}", () => refusal(503, "The log cannot be written")));
  open("/settings?tab=security");
  const list = await section("API keys");
  await userEvent.click(await list.findByRole("button", { name: "Revoke Till" }));
  const ask = within(await screen.findByRole("alertdialog"));
  await userEvent.click(ask.getByRole("button", { name: "Revoke" }));
  expect(await ask.findByText("The log cannot be written")).toBeVisible();
  expect(list.getByText("Till")).toBeInTheDocument();
});

it("shows no programs to a customer, who cannot have any", async () => {
  user = { ...customer, emailVerified: true };
  open("/settings?tab=security");
  expect(await screen.findByRole("region", { name: "Where you are signed in" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "API keys" })).toBeNull();
});
