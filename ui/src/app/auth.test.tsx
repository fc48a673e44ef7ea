import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { User } from "@/api/types";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

const PASSWORD = "Market#Day1";
const portland = {
  zipCode: "97201",
  city: "Portland",
  state: "OR",
  stateName: "Oregon",
  latitude: 45.5,
  longitude: -122.7,
};
const field = (name: string) => screen.getByLabelText(name);
/** Pastes the text: quicker than key by key. */
async function enter(name: string, text: string) {
  await userEvent.click(await screen.findByLabelText(name));
  await userEvent.paste(text);
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const summaryTexts = () =>
  within(screen.getByRole("alert"))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

let sent: unknown;
function answer(path: string, body: object, status = 200) {
  server.use(
    http.post(at(path), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(body, { status });
    }),
  );
}
function signedIn(user: User) {
  storeToken("t");
  server.use(http.get(at("/auth/me"), () => HttpResponse.json(user)));
}

beforeEach(() => {
  sent = undefined;
});

it("shows and hides the password, and keeps the redirect on the way to the sign-up", async () => {
  open("/login?redirect=/cart");
  const password = await screen.findByLabelText("Password");
  expect(password).toHaveAttribute("type", "password");
  await press("Show password");
  expect(password).toHaveAttribute("type", "text");
  await press("Hide password");
  expect(password).toHaveAttribute("type", "password");
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  const main = within(screen.getByRole("main"));
  await userEvent.click(main.getByRole("link", { name: "Create an account" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Create your account" })).toBeVisible();
  expect(main.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login?redirect=%2Fcart");
});

it("lists the missing fields of a sign-up in the order of the rules", async () => {
  open("/signup");
  await screen.findByRole("radio", { name: /I want to buy/ });
  await enter("Password", "short");
  await press("Create account");
  await screen.findByRole("alert");
  expect(summaryTexts()).toEqual([
    "Password must be at least 8 characters long",
    "Passwords do not match",
    "Please select your account type",
    "Name is required",
    "Please enter a valid email address",
  ]);
});

async function fillMerchant() {
  await userEvent.click(await screen.findByRole("radio", { name: /I want to sell/ }));
  await enter("Your name", "Ann");
  await enter("Email", "ann@example.com");
  await enter("Password", PASSWORD);
  await enter("Confirm password", PASSWORD);
}

it("asks merchants for their business, fills in city and state from the ZIP and welcomes them", async () => {
  const merchant: User = {
    ...customer,
    role: "merchant",
    businessInfo: { businessName: "Row Farm" } as never,
  };
  server.use(http.get(at("/locations/zip/97201"), () => HttpResponse.json(portland)));
  answer("/auth/signup", { success: true, token: "t", user: merchant }, 201);
  const router = open("/signup");
  await fillMerchant();
  await press("Create account");
  await screen.findByRole("alert");
  expect(summaryTexts()[0]).toBe(
    "Business name, phone number, and business description are required for merchants",
  );
  await enter("Business name", "Row Farm");
  await enter("Phone number", "503 555 0100");
  await enter("Business description", "Vegetables");
  await enter("Street address", "1 Row Road");
  await enter("ZIP code", "97201");
  await waitFor(() => expect(field("City")).toHaveValue("Portland"));
  expect(field("City")).toHaveAttribute("readonly");
  expect(field("State")).toHaveValue("OR");
  expect(field("State")).toHaveAttribute("readonly");
  await press("Create account");
  expect(await screen.findByRole("heading", { level: 1, name: /^Welcome to Greenstall/ })).toBeVisible();
  expect(sent).toMatchObject({
    role: "merchant",
    address: { city: "Portland", state: "OR", zipCode: "97201", latitude: 45.5, longitude: -122.7 },
  });
  expect(screen.getByRole("link", { name: "Add your first product" })).toHaveAttribute(
    "href",
    "/dashboard/merchant?tab=add",
  );
  expect(router.state.location.pathname).toBe("/welcome");
});

it("lets a merchant type city and state for an unknown ZIP, and clears those of the previous ZIP", async () => {
  server.use(
    http.get(at("/locations/zip/97201"), () => HttpResponse.json(portland)),
    http.get(at("/locations/zip/00000"), () =>
      HttpResponse.json({ success: false, message: "Zip code not found" }, { status: 404 }),
    ),
  );
  open("/signup?role=merchant");
  await enter("ZIP code", "97201");
  await waitFor(() => expect(field("City")).toHaveValue("Portland"));
  await userEvent.clear(field("ZIP code"));
  await enter("ZIP code", "00000");
  await waitFor(() =>
    expect(
      screen.getAllByText(
        "Could not find location for this zip code. Please enter city and state yourself.",
      )[0],
    ).toBeVisible(),
  );
  expect(field("City")).toHaveValue("");
  await enter("City", "Elsewhere");
  expect(field("City")).toHaveValue("Elsewhere");
});

it("shows the server's refusal of a sign-up, and keeps the typed values", async () => {
  const message = "An account with this email already exists";
  answer("/auth/signup", { success: false, message, errors: [{ field: "email", message }] }, 409);
  open("/signup?role=customer");
  await enter("Your name", "Ann");
  await enter("Email", "ann@example.com");
  await enter("Password", PASSWORD);
  await enter("Confirm password", PASSWORD);
  await press("Create account");
  await screen.findByRole("alert");
  expect(summaryTexts()).toEqual([message]);
  expect(field("Email")).toHaveAccessibleDescription(message);
  expect(field("Email")).toBeInvalid();
  expect(field("Your name")).toHaveValue("Ann");
  await enter("Email", ".org");
  expect(field("Email")).toBeValid();
  answer("/auth/signup", {}, 500);
  await press("Create account");
  await waitFor(() => expect(summaryTexts()).toEqual(["Signup failed"]));
});

it("leads a customer on to the page they came for", async () => {
  signedIn(customer);
  const router = open("/welcome?redirect=/cart");
  await screen.findByRole("heading", { level: 1, name: "Welcome to Greenstall, Cora Ann Customer!" });
  expect(screen.getByRole("link", { name: "Go to your dashboard" })).toHaveAttribute(
    "href",
    "/dashboard/customer",
  );
  await press("Continue where you left off");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
});

const RESET_SENT = "If an account with that email exists, we've sent you a password reset link.";

it.each([
  ["is answered", () => HttpResponse.json({ success: true, message: RESET_SENT })],
  ["fails", () => HttpResponse.json({}, { status: 500 })],
  ["is not answered", () => HttpResponse.error()],
])("shows the same message when a request for a reset link %s", async (_, respond) => {
  server.use(http.post(at("/auth/forgot-password"), respond));
  open("/forgot-password");
  await enter("Email", "ann@example.com");
  await press("Send Reset Link");
  expect(await screen.findByText(RESET_SENT)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Check your inbox" })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Back to log in" })).toHaveAttribute("href", "/login");
});

it("requires an e-mail address for a reset link", async () => {
  open("/forgot-password");
  await screen.findByLabelText("Email");
  await press("Send Reset Link");
  await screen.findByRole("alert");
  expect(summaryTexts()).toEqual(["Please enter a valid email address"]);
});

it("sets a new password by a link and leads to the log-in, signed in or not", async () => {
  signedIn(customer);
  answer("/auth/reset-password", { success: true, message: "ok" });
  const router = open("/reset-password?token=abc");
  await enter("New password", "short");
  await press("Set new password");
  await screen.findByRole("alert");
  expect(summaryTexts()).toEqual(["Password must be at least 8 characters long", "Passwords do not match"]);
  await userEvent.clear(field("New password"));
  await enter("New password", PASSWORD);
  await enter("Confirm password", PASSWORD);
  await press("Set new password");
  expect(await screen.findByText(/Your password has been changed/)).toBeVisible();
  expect(sent).toEqual({ token: "abc", password: PASSWORD });
  expect(router.state.location.pathname).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
});

const REFUSED = "This reset link is invalid or has expired. Please request a new one.";

it("reports a used or expired link, and offers a new one", async () => {
  answer(
    "/auth/reset-password",
    { success: false, message: REFUSED, errors: [{ field: "token", message: REFUSED }] },
    422,
  );
  open("/reset-password?token=used");
  await enter("New password", PASSWORD);
  await enter("Confirm password", PASSWORD);
  await press("Set new password");
  expect(await screen.findByText(REFUSED)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Request a new link" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
});

it("reports a link without a token", async () => {
  open("/reset-password");
  expect(await screen.findByRole("heading", { name: "This link is incomplete" })).toBeVisible();
});

it("reminds an account to verify its address, sends the link again and can be dismissed", async () => {
  signedIn({ ...customer, emailVerified: false });
  let requests = 0;
  server.use(
    http.post(at("/auth/verify-email/resend"), () => {
      requests += 1;
      return requests === 1
        ? HttpResponse.json({ message: "Please wait a minute." }, { status: 429 })
        : HttpResponse.json({ success: true, message: "ok" });
    }),
  );
  const router = open("/about");
  const notice = await screen.findByRole("region", { name: "Please verify your email address" });
  expect(notice).toHaveTextContent("We sent a link to cora@example.com.");
  await press("Send it again");
  await waitFor(() => expect(notice).toHaveTextContent("Please wait a minute."));
  await press("Send it again");
  await waitFor(() => expect(notice).toHaveTextContent("We've sent you a new link."));
  await press("Dismiss");
  await waitFor(() => expect(notice).not.toBeInTheDocument());
  expect(screen.getByRole("main")).toHaveFocus();
  await router.navigate({ to: "/delivery" });
  await screen.findByRole("heading", { level: 1, name: "Delivery & pickup" });
  expect(notice).not.toBeInTheDocument();
});

it("shows no reminder to an account with a verified address", async () => {
  signedIn({ ...customer, emailVerified: true });
  open("/about");
  await screen.findByRole("heading", { level: 1, name: "About Greenstall" });
  await screen.findByRole("button", { name: /Cora Ann Customer/ });
  expect(screen.queryByText(/verify your email/)).not.toBeInTheDocument();
});
