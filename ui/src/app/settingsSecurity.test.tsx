import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { currentToken, storeToken } from "@/api/token";
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

const session = (id: string, day: number, current = false) => ({
  _id: id,
  id,
  browser: current ? "Firefox" : null,
  system: current ? "Android" : null,
  createdAt: `2026-11-${day}T10:00:00Z`,
  expiresAt: `2026-11-${day}T22:00:00Z`,
  current,
});

let sessions = [session("s2", 22), session("s1", 21, true), session("s3", 20)];
let ended: string[];
let sent: object[];

beforeEach(() => {
  storeToken("t");
  sessions = [session("s2", 22), session("s1", 21, true), session("s3", 20)];
  ended = [];
  sent = [];
  server.use(
    on.get("/auth/me", customer),
    on.get("/products", noProducts),
    on.get("/auth/sessions", () => ({ sessions })),
    on.delete("/auth/sessions/{id}", ({ params }) => {
      ended.push(String(params.id));
      sessions = sessions.filter(({ _id }) => _id !== params.id);
      return { success: true };
    }),
    on.delete("/auth/sessions", () => {
      sessions = sessions.filter(({ current }) => current);
      return { success: true };
    }),
    on.post("/auth/logout", { success: true }),
  );
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const summaryTexts = async () =>
  within(await screen.findByRole("alert"))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const rows = async () =>
  within(await screen.findByRole("list", { name: "Where you are signed in" })).getAllByRole("listitem");

it("lists this device first and signs out another; Undo cancels before the call is made", async () => {
  const router = open("/settings?tab=security");
  const [first, second] = await rows();
  expect(first).toHaveTextContent("Firefox on AndroidThis device");
  expect(second).toHaveTextContent("Another device");
  expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
  await userEvent.click(within(second as HTMLElement).getByRole("button"));
  expect(await rows()).toHaveLength(2);
  await press("Undo");
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(ended).toEqual([]);
  // Leaving the page ends the time for Undo.
  await userEvent.click(within((await rows())[1] as HTMLElement).getByRole("button"));
  void router.navigate({ to: "/about" });
  await waitFor(() => expect(ended).toEqual(["s2"]));
});

it("signs out all other devices", async () => {
  open("/settings?tab=security");
  await press("Sign out everywhere");
  const dialog = within(await screen.findByRole("alertdialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("You are signed out everywhere else")).toBeVisible();
  expect(await screen.findByText("You are signed in on this device only.")).toBeVisible();
});

it("also signs out this device on request", async () => {
  const router = open("/settings?tab=security");
  await press("Sign out everywhere");
  await userEvent.click(await screen.findByLabelText("This device, too"));
  const dialog = within(await screen.findByRole("alertdialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  await waitFor(() => expect(currentToken()).toBeNull());
});

it("changes the password by the sign-up's rules", async () => {
  server.use(
    on.put("/auth/password", async ({ body }) => {
      const change = await body();
      sent.push(change);
      if (change.currentPassword === "Wrong-1!") {
        const message = "Current password is incorrect";
        return refusal(422, message, { errors: [{ field: "currentPassword", message }] });
      }
      sessions = sessions.filter(({ current }) => current);
      return { success: true, message: "Your password has been changed." };
    }),
  );
  open("/settings?tab=security");
  await press("Change password");
  expect(await summaryTexts()).toEqual([
    "Current password is required",
    "Password must be at least 8 characters long",
  ]);
  await userEvent.type(screen.getByLabelText("Current password"), "Wrong-1!");
  await userEvent.type(screen.getByLabelText("New password"), "Secret-2!");
  await userEvent.type(screen.getByLabelText("Confirm password"), "Secret-2!");
  await press("Change password");
  await waitFor(async () => expect(await summaryTexts()).toEqual(["Current password is incorrect"]));
  await userEvent.clear(screen.getByLabelText("Current password"));
  await userEvent.type(screen.getByLabelText("Current password"), "Secret-1!");
  await press("Change password");
  expect(await screen.findByText("Your password has been changed.")).toBeVisible();
  expect(sent.at(-1)).toEqual({ currentPassword: "Secret-1!", newPassword: "Secret-2!" });
  expect(screen.getByLabelText("New password")).toHaveValue("");
  expect(await screen.findByText("You are signed in on this device only.")).toBeVisible();
});
