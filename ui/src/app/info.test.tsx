import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

it.each([
  [
    "/about",
    "About Greenstall",
    ["Our story", "Our mission", "What we stand for", "500+", "10,000+", "50+", "$2M+"],
  ],
  [
    "/delivery",
    "Delivery & pickup",
    ["$3-8", "$8-15", "Within 5 miles", "5-10 miles", "10-15 miles", /over \$50 at some merchants/],
  ],
  ["/how-it-works", "How it works", ["Say where you are", "How it gets to you", "What it costs"]],
] as const)("shows the promised information on %s", async (path, title, parts) => {
  open(path);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  const main = within(screen.getByRole("main"));
  for (const part of parts) expect(main.getAllByText(part)[0]).toBeVisible();
});

it("has four steps for customers and four for merchants, each with its own anchor", async () => {
  const router = open("/how-it-works");
  const panel = await screen.findByRole("tabpanel", { name: "For customers" });
  expect(within(panel).getAllByRole("listitem")).toHaveLength(4);
  await userEvent.click(screen.getByRole("tab", { name: "For merchants" }));
  const other = await screen.findByRole("tabpanel", { name: "For merchants" });
  expect(within(other).getAllByRole("listitem")).toHaveLength(4);
  expect(within(other).getByText("Set up your stall")).toBeVisible();
  expect(router.state.location.search).toEqual({ for: "merchants" });
});

it("links every information page from the footer", async () => {
  open("/about");
  const links = within(await screen.findByRole("navigation", { name: "Greenstall" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/about",
    "/how-it-works",
    "/delivery",
    "/contact",
    "/contact#faq",
  ]);
});

const THANKS = "Thank you for your message! We'll get back to you within 24 hours.";
const send = () => userEvent.click(screen.getByRole("button", { name: "Send Message" }));

it("requires all fields but the type, sends the message and shows thanks", async () => {
  let sent: unknown;
  server.use(
    http.post(at("/contact"), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ success: true }, { status: 201 });
    }),
  );
  open("/contact");
  await screen.findByRole("button", { name: "Send Message" });
  await send();
  const summary = within(await screen.findByRole("alert"));
  expect(summary.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Name is required",
    "Please enter a valid email address",
    "Subject is required",
    "Message is required",
  ]);
  await userEvent.type(screen.getByLabelText("Your name"), "Ann");
  await userEvent.type(screen.getByLabelText("Email"), "ann@example.com");
  const about = screen.getByLabelText("What is it about?");
  expect(
    within(about)
      .getAllByRole<HTMLOptionElement>("option")
      .map(({ value }) => value),
  ).toEqual(["general", "customer", "merchant", "technical", "partnership"]);
  await userEvent.selectOptions(about, "Partnership");
  await userEvent.type(screen.getByLabelText("Subject"), "Hello");
  await userEvent.type(screen.getByLabelText("Message"), "A word");
  await send();
  const thanks = await screen.findByText(THANKS);
  expect(thanks).toHaveFocus();
  expect(sent).toEqual({
    name: "Ann",
    email: "ann@example.com",
    type: "partnership",
    subject: "Hello",
    message: "A word",
  });
  await userEvent.click(screen.getByRole("button", { name: "Send another message" }));
  expect(await screen.findByLabelText("Message")).toHaveValue("");
});

it.each([
  [503, {}, "Your message could not be sent. Please try again."],
  [
    429,
    { message: "Too many messages. Please try again later." },
    "Too many messages. Please try again later.",
  ],
])("keeps an unsent message (%d) and shows the reason", async (status, body, text) => {
  storeToken("t");
  server.use(
    http.get(at("/auth/me"), () => HttpResponse.json(customer)),
    http.post(at("/contact"), () => HttpResponse.json(body, { status })),
  );
  open("/contact");
  // The form knows a signed-in user's name and address.
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue(customer.email));
  await userEvent.type(screen.getByLabelText("Subject"), "Hello");
  await userEvent.type(screen.getByLabelText("Message"), "A word");
  await send();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue("A word");
});

it("answers frequent questions", async () => {
  open("/contact");
  const faq = await screen.findByRole("region", { name: "Frequently asked questions" });
  expect(faq).toHaveAttribute("id", "faq");
  await userEvent.click(within(faq).getByText("Is my payment safe?"));
  expect(within(faq).getByText(/We never store it/)).toBeVisible();
});
