import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";

mockServer();

const user = {
  _id: "u1",
  id: "u1",
  name: "Dana",
  email: "dana@example.com",
  emailVerified: false,
  role: "customer",
  isActive: true,
};
const verified = { success: true, message: "Your email address is verified." };
const expired = "This verification link is invalid or has expired. Please request a new one.";

const works = () => HttpResponse.json({ success: true, email: "dana@example.com", isChange: false });
const press = async () => userEvent.click(await screen.findByRole("button", { name: "Verify" }));

/** Sets the server's answers to a look at the link and to its uses, in order; returns the tokens that were used. */
function answering(look: () => Response, ...answers: (() => Response)[]): string[] {
  const tokens: string[] = [];
  server.use(
    http.post(at("/auth/verify-email/look"), look),
    http.post(at("/auth/verify-email"), async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      tokens.push(token);
      const answer = answers[tokens.length - 1] ?? answers.at(-1);
      return answer?.() ?? HttpResponse.error();
    }),
  );
  return tokens;
}

const refusing = (status: number, message: string) => () =>
  HttpResponse.json({ success: false, message }, { status });

it("shows what the link would verify, and verifies it by a press", async () => {
  const tokens = answering(works, () => HttpResponse.json(verified));
  open("/verify-email?token=0123abcd");
  expect(await screen.findByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
  expect(
    await screen.findByRole("heading", { name: "Is dana@example.com your email address?" }),
  ).toBeVisible();
  expect(tokens).toEqual([]);
  await press();
  expect(await screen.findByRole("heading", { name: "Your email address is verified" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Verify your email · Greenstall"));
  expect(tokens).toEqual(["0123abcd"]);
});

it("says that a new address replaces the old one", async () => {
  answering(() => HttpResponse.json({ success: true, email: "dana@dale.example", isChange: true }));
  open("/verify-email?token=0123abcd");
  expect(await screen.findByText(/It becomes the address of your account/)).toBeVisible();
});

it("says at a second opening that the address is verified", async () => {
  const used = "This verification link has already been used. Your email address is verified.";
  const tokens = answering(refusing(409, used));
  open("/verify-email?token=0123abcd");
  expect(
    await screen.findByRole("heading", { name: "Your email address is already verified" }),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
  expect(tokens).toEqual([]);
});

it("explains that another account has taken the address meanwhile", async () => {
  answering(works, refusing(409, "An account with this email already exists"));
  open("/verify-email?token=0123abcd");
  await press();
  expect(await screen.findByRole("alert")).toHaveTextContent("An account with this email already exists");
});

it("sends a visitor with an expired link to the log-in", async () => {
  answering(refusing(422, expired));
  open("/verify-email?token=0123abcd");
  expect(await screen.findByRole("alert")).toHaveTextContent(expired);
  expect(screen.getByRole("alert").querySelector("a")).toHaveAttribute("href", "/login");
});

it("sends a signed-in user a new link", async () => {
  storeToken("t");
  answering(refusing(422, expired));
  server.use(
    http.get(at("/auth/me"), () => HttpResponse.json(user)),
    http.post(at("/auth/verify-email/resend"), () =>
      HttpResponse.json({ success: true, message: "We've sent you a verification link." }),
    ),
  );
  open("/verify-email?token=0123abcd");
  await userEvent.click(await screen.findByRole("button", { name: "Send a new link" }));
  expect(await screen.findByText("We've sent you a verification link.")).toBeVisible();
});

it("looks again when the server was unreachable", async () => {
  let looks = 0;
  answering(() => (++looks === 1 ? HttpResponse.error() : works()));
  open("/verify-email?token=0123abcd");
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Verify" })).toBeVisible();
});

it("retries when the server was unreachable at the press", async () => {
  const tokens = answering(
    works,
    () => HttpResponse.error(),
    () => HttpResponse.json(verified),
  );
  open("/verify-email?token=0123abcd");
  await press();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Your email address is verified" })).toBeVisible();
  expect(tokens).toHaveLength(2);
});
