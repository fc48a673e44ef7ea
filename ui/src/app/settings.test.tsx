import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { currentToken, storeToken } from "@/api/token";
import type { User } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, noProducts } from "../../tests/shop";

mockServer();
// Load the pages' code once, so that no test waits for it.
beforeAll(() =>
  Promise.all([
    import("@/features/settings/components/SettingsPage"),
    import("@/features/settings/components/PersonalInfo"),
    import("@/features/settings/components/BusinessInfo"),
    import("@/features/settings/components/Security"),
    import("@/features/settings/components/Notifications"),
    import("@/features/settings/components/Privacy"),
  ]),
);

const merchant: User = {
  ...customer,
  role: "merchant",
  phone: "503 555 0100",
  emailVerified: true,
  businessInfo: {
    businessName: "Row Farm",
    businessType: "Farm",
    businessDescription: "",
    offersPickup: true,
    offersDelivery: true,
    sameDayDelivery: false,
    deliveryRadius: 25,
    sameDayCutoff: "14:00",
    isApproved: true,
    approvalStatus: "approved",
  },
};

let user: User;
let sent: object[];

beforeEach(() => {
  storeToken("t");
  user = { ...customer, emailVerified: true };
  sent = [];
  server.use(
    on.get("/auth/me", () => user),
    on.get("/products", noProducts),
    on.put("/users/profile", async ({ body }) => {
      const change = await body();
      sent.push(change);
      const { businessInfo, address, email: _, ...rest } = change;
      user = {
        ...user,
        ...rest,
        ...(address && { address: { ...customer.address, ...address } as User["address"] }),
        ...(businessInfo && { businessInfo: { ...user.businessInfo, ...businessInfo } as never }),
      };
      return user as never;
    }),
  );
});

/** The field with this label, optional or not. */
const field = (name: string) =>
  screen.findByLabelText((label) => label === name || label === `${name} (optional)`);
async function enter(name: string, text: string) {
  const control = await field(name);
  await userEvent.clear(control);
  await userEvent.click(control);
  await userEvent.paste(text);
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async (name: string) => userEvent.click(await screen.findByRole("tab", { name }));
const tabs = async () => (await screen.findAllByRole("tab")).map((tab) => tab.textContent);
const summary = async () =>
  within(await screen.findByRole("alert"))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

it("has a tab for each section, Business Info for merchants only, and moves through them by arrow keys", async () => {
  const router = open("/settings?tab=business");
  expect(await tabs()).toEqual(["Personal Info", "Security", "Notifications", "Payments", "Privacy"]);
  expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Personal Info");
  screen.getByRole("tab", { selected: true }).focus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "privacy" }));
  await userEvent.keyboard("{ArrowLeft}");
  expect(await screen.findByText("Payment Integration Coming Soon")).toBeVisible();
});

it("sends a visitor to the log-in first", async () => {
  localStorage.clear();
  const router = open("/settings?tab=security");
  await screen.findByRole("heading", { level: 1, name: "Log in" });
  expect(router.state.location.search).toEqual({ redirect: "/settings?tab=security" });
});

it("saves personal information, with city and state from a new ZIP", async () => {
  server.use(
    on.get("/locations/zip/{zip}", {
      zipCode: "97201",
      city: "Portland",
      state: "OR",
      stateName: "Oregon",
      latitude: 45.5,
      longitude: -122.7,
    }),
  );
  open("/settings");
  await field("Name");
  expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  await enter("Name", "Cora Again");
  expect(await screen.findByText("Unsaved changes")).toBeVisible();
  const countries = within(await field("Country")).getAllByRole("option");
  expect(countries.map(({ textContent }) => textContent)).toEqual(["United States", "Canada"]);
  await enter("ZIP Code", "97201");
  await waitFor(() => expect(screen.getByLabelText("City")).toHaveValue("Portland"));
  await press("Save");
  expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
  expect(sent).toEqual([
    {
      revision: 1,
      name: "Cora Again",
      email: "cora@example.com",
      phone: "",
      address: { ...customer.address, city: "Portland", state: "OR", zipCode: "97201" },
    },
  ]);
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument());
  expect(screen.getByRole("heading", { name: "Personal information" })).toHaveFocus();
});

it("reverts changes, and keeps them on another tab", async () => {
  const router = open("/settings");
  await enter("Name", "Somebody");
  await choose("Payments");
  await screen.findByText("Payment Integration Coming Soon");
  await choose("Personal Info");
  expect(await field("Name")).toHaveValue("Somebody");
  void router.navigate({ to: "/about" });
  await press("Keep editing");
  expect(router.state.location.pathname).toBe("/settings");
  await press("Discard");
  expect(await field("Name")).toHaveValue("Cora Ann Customer");
  expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();
  void router.navigate({ to: "/about" });
  await screen.findByRole("heading", { level: 1, name: /About/ });
});

it("lists missing fields, shows the server's refusal, and has its own text for other failures", async () => {
  open("/settings");
  await enter("Name", " ");
  await enter("Email", "cora");
  await press("Save");
  expect(await summary()).toEqual([
    "Name is required",
    "Please enter a valid email address",
    "Current password is required",
  ]);
  await enter("Name", "Cora");
  await enter("Email", "cora@example.com");
  const [street, zip] = [
    { field: "address.street", message: "Street must have at most 200 characters" },
    { field: "address.zipCode", message: "Please enter a valid ZIP code" },
  ];
  server.use(on.put("/users/profile", () => refusal(422, "Invalid", { errors: [street, zip] })));
  await press("Save");
  await waitFor(async () => expect(await summary()).toEqual([street.message, zip.message]));
  expect(await field("ZIP Code")).toHaveAccessibleDescription(zip.message);
  server.use(on.put("/users/profile", () => HttpResponse.json({}, { status: 500 })));
  await enter("Name", "Cora C.");
  await press("Save");
  await waitFor(async () => expect(await summary()).toContain("Failed to update profile"));
});

it("requires the password for a new address, which waits for verification", async () => {
  server.use(
    on.put("/users/profile", async ({ body }) => {
      const change = await body();
      sent.push(change);
      if (change.email === "taken@example.com")
        return refusal(409, "An account with this email already exists");
      user = { ...user, pendingEmail: change.email };
      return user as never;
    }),
    on.post("/auth/verify-email/resend", { success: true, message: "We've sent you a verification link." }),
  );
  open("/settings");
  await enter("Email", "taken@example.com");
  await enter("Current password", "Secret-1!");
  await press("Save");
  expect(await summary()).toEqual(["An account with this email already exists"]);
  await enter("Email", "new@example.com");
  await press("Save");
  expect(await screen.findByText(/We sent a link to new@example.com/)).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ email: "new@example.com", currentPassword: "Secret-1!" });
  expect(await field("Email")).toHaveValue("cora@example.com");
  await press("Send it again");
  expect(await screen.findByText("We've sent you a verification link.")).toBeVisible();
  server.use(
    on.put("/users/profile", async ({ body }) => {
      sent.push(await body());
      user = { ...user, pendingEmail: undefined };
      return user as never;
    }),
  );
  await press("Keep the old address");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Current password"), "Secret-1!");
  await userEvent.click(dialog.getByRole("button", { name: "Keep the old address" }));
  await waitFor(() => expect(screen.queryByText(/We sent a link to/)).not.toBeInTheDocument());
  expect(sent.at(-1)).toEqual({ email: "cora@example.com", currentPassword: "Secret-1!" });
});

it("saves the business information and its visibility", async () => {
  user = merchant;
  open("/settings?tab=business");
  expect(
    within(await field("Business type"))
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Please choose",
    "Farm",
    "Market",
    "Bakery",
    "Restaurant",
    "Grocery Store",
    "Specialty Food",
    "Craft Business",
    "Other",
  ]);
  await userEvent.selectOptions(await field("Business type"), "Bakery");
  await enter("Website", "rowfarm");
  await enter("Delivery radius in miles", "51");
  await press("Save");
  expect(await summary()).toEqual([
    "Please enter a valid website URL",
    "Delivery radius must be between 1 and 50 miles",
  ]);
  await enter("Website", "https://rowfarm.example");
  await userEvent.click(await field("We deliver"));
  await press("Save");
  expect(await screen.findByText("Business information updated successfully!")).toBeVisible();
  expect(sent).toEqual([
    {
      revision: 1,
      businessInfo: {
        businessName: "Row Farm",
        businessType: "Bakery",
        businessDescription: "",
        website: "https://rowfarm.example",
        businessLicense: "",
        taxId: "",
        offersPickup: true,
        offersDelivery: false,
        sameDayDelivery: false,
      },
    },
  ]);
  server.use(on.put("/users/profile", () => HttpResponse.json({}, { status: 500 })));
  await enter("Business name", "Row Farm II");
  await press("Save");
  await waitFor(async () => expect(await summary()).toEqual(["Failed to update business information"]));
});

it("mails the enabled kinds, and switches back a setting that could not be saved", async () => {
  let fails = false;
  server.use(
    on.put("/users/preferences", async ({ body }) => {
      sent.push(await body());
      return fails
        ? HttpResponse.json({}, { status: 500 })
        : ({ success: true, preferences: { email: {} } } as never);
    }),
  );
  open("/settings?tab=notifications");
  const messages = await screen.findByRole("switch", { name: "Email: Messages" });
  expect(screen.getAllByRole("switch")).toHaveLength(2);
  expect(messages).toBeChecked();
  await userEvent.click(messages);
  expect(messages).not.toBeChecked();
  expect(await screen.findByText("Email is off: Messages")).toBeInTheDocument();
  expect(sent).toEqual([{ email: { message: false } }]);
  fails = true;
  await userEvent.click(messages);
  expect(await screen.findByText("Failed to update notifications")).toBeVisible();
  expect(messages).not.toBeChecked();
});

it("downloads the account's data as a file", async () => {
  URL.createObjectURL = vi.fn<() => string>(() => "blob:data");
  URL.revokeObjectURL = vi.fn<() => void>();
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  server.use(on.get("/users/me/export", { exportedAt: "2026-11-22T10:00:00Z", user: customer } as never));
  open("/settings?tab=privacy");
  await press("Download my data");
  expect(await screen.findByText("Your data was downloaded")).toBeVisible();
  expect(clicked.mock.contexts[0]).toHaveProperty("download", "greenstall-data-2026-11-22.json");
  server.use(on.get("/users/me/export", () => HttpResponse.json({}, { status: 500 })));
  await press("Download my data");
  expect(await screen.findByText("Failed to download your data")).toBeVisible();
});

it("deletes the account after a typed word and the password, and shows a good-bye", async () => {
  localStorage.setItem("cart:c1", "[]");
  const orders = "You have orders that are not finished. Please try again when they are.";
  server.use(on.delete("/users/me", () => refusal(409, orders)));
  const router = open("/settings?tab=privacy");
  await press("Delete my account");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const confirm = () => userEvent.click(dialog.getByRole("button", { name: "Delete my account" }));
  await confirm();
  expect(await summary()).toEqual(["Please type “delete my account”", "Password is required"]);
  await userEvent.type(dialog.getByLabelText("Type “delete my account” to confirm"), "delete my account");
  await userEvent.type(dialog.getByLabelText("Password"), "Secret-1!");
  await confirm();
  await waitFor(async () => expect(await summary()).toEqual([orders]));
  server.use(
    on.delete("/users/me", async ({ body }) => {
      sent.push(await body());
      return { success: true, message: "Your account has been deleted." };
    }),
  );
  await confirm();
  expect(await screen.findByText(/Your account has been deleted\. Thank you/)).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(sent).toEqual([{ password: "Secret-1!" }]);
  expect(currentToken()).toBeNull();
  expect(localStorage.getItem("cart:c1")).toBeNull();
});

it("keeps the radius that another tab has saved, and shows both values of what both changed", async () => {
  user = { ...merchant, revision: 1 };
  open("/settings?tab=business");
  await enter("Website", "https://row.example");
  await enter("Business name", "Row & Sons");
  const businessInfo = { ...merchant.businessInfo, deliveryRadius: 10, businessName: "Row Hill Farm" };
  server.use(
    on.put("/users/profile", async ({ body }) => {
      const change = await body();
      sent.push(change);
      if (change.revision === 2) return { ...user, revision: 3 } as never;
      return refusal(409, "Changed", { current: { ...user, businessInfo, revision: 2 } });
    }),
  );
  await press("Save");
  const choice = await screen.findByRole("group", { name: "Business name" });
  expect(within(choice).getByRole("radio", { name: /Yours.*Row & Sons/ })).toBeChecked();
  expect(await field("Delivery radius in miles")).toHaveValue("10");
  await userEvent.click(within(choice).getByRole("radio", { name: /Saved elsewhere.*Row Hill Farm/ }));
  await press("Save");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    revision: 2,
    businessInfo: { businessName: "Row Hill Farm", website: "https://row.example", deliveryRadius: 10 },
  });
});
