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

/** Sets the server's answers to the link, in order; returns the tokens it receives. */
function answering(...answers: (() => Response)[]): string[] {
  const tokens: string[] = [];
  server.use(
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

it("uses the link once and confirms the verified address", async () => {
  const tokens = answering(() => HttpResponse.json(verified));
  open("/verify-email?token=0123abcd");
  expect(await screen.findByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Your email address is verified" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Verify your email · Greenstall"));
  expect(tokens).toEqual(["0123abcd"]);
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

it("reports a link that was used before", async () => {
  const used = "This verification link has already been used. Your email address is verified.";
  answering(refusing(409, used));
  open("/verify-email?token=0123abcd");
  expect(await screen.findByRole("alert")).toHaveTextContent(used);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

it("retries when the server was unreachable", async () => {
  const tokens = answering(
    () => HttpResponse.error(),
    () => HttpResponse.json(verified),
  );
  open("/verify-email?token=0123abcd");
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Your email address is verified" })).toBeVisible();
  expect(tokens).toHaveLength(2);
});
