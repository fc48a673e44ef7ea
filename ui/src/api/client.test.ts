import { delay, http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { at, server, mockServer } from "../../tests/server";
import { api, call, sessionLost, whenSessionIsLost } from "./client";
import { ApiError, messageOf } from "./error";
import { fetchFile } from "./file";
import { storeToken } from "./token";

mockServer();

const refuse = () => HttpResponse.json({ success: false, message: "no" }, { status: 401 });

/** The server refuses the token only after another account has logged in. */
const refuseLate = () => {
  storeToken("new");
  return refuse();
};

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

it("sends the token and, on reads after a write, the position", async () => {
  const headers: (string | null)[][] = [];
  const note = (request: Request) => {
    headers.push([request.headers.get("Authorization"), request.headers.get("Greenstall-After")]);
  };
  server.use(
    http.get(at("/auth/me"), ({ request }) => {
      note(request);
      return HttpResponse.json({});
    }),
    http.post(at("/auth/login"), ({ request }) => {
      note(request);
      return HttpResponse.json({ token: "t", user: {} }, { headers: { "Greenstall-Position": "17" } });
    }),
  );
  await call(api.GET("/auth/me"));
  await call(api.POST("/auth/login", { body: { email: "a@b.c", password: "x" } }));
  storeToken("t");
  await call(api.GET("/auth/me"));
  expect(headers).toEqual([
    [null, null],
    [null, null],
    ["Bearer t", "17"],
  ]);
});

it("turns a problem document into an ApiError", async () => {
  server.use(
    http.post(at("/auth/signup"), () =>
      HttpResponse.json(
        {
          title: "Invalid input",
          status: 422,
          success: false,
          message: "Please check the fields",
          errors: [{ field: "email", message: "Email is taken" }],
        },
        { status: 422, headers: { "Content-Type": "application/problem+json" } },
      ),
    ),
  );
  const body = { name: "n", email: "e", password: "p", role: "customer" } as const;
  const error = await failure(api.POST("/auth/signup", { body }));
  expect(error).toMatchObject({
    status: 422,
    message: "Please check the fields",
    fields: { email: "Email is taken" },
  });
  expect(messageOf(error, "own")).toBe("Please check the fields");
});

it("keeps the page's own text for an answer that is not a problem document", async () => {
  server.use(http.get(at("/config"), () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })));
  const error = await failure(api.GET("/config"));
  expect(error.status).toBe(502);
  expect(messageOf(error, "Could not load")).toBe("Could not load");
});

it("reports a call without an answer as a failure", async () => {
  server.use(http.get(at("/config"), () => HttpResponse.error()));
  expect(await failure(api.GET("/config"))).toMatchObject({ status: 0, message: /could not be reached/ });
});

it("gives up when the deadline passes", async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
  server.use(
    http.get(at("/config"), async () => {
      deadline.abort();
      await delay("infinite");
    }),
  );
  expect(await failure(api.GET("/config"))).toMatchObject({ status: 0, message: /too long/ });
  expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
});

it("reports a session that has ended, but not a failed sign-in", async () => {
  const lost = vi.fn<() => void>();
  whenSessionIsLost(lost);
  server.use(http.post(at("/auth/login"), refuse), http.get(at("/orders/customer"), refuse));
  storeToken("old");
  await failure(api.POST("/auth/login", { body: { email: "a@b.c", password: "x" } }));
  expect(lost).not.toHaveBeenCalled();
  await failure(api.GET("/orders/customer"));
  expect(lost).toHaveBeenCalledOnce();
});

it("keeps a new session when the old one's token is refused late", async () => {
  const lost = vi.fn<() => void>();
  whenSessionIsLost(lost);
  server.use(http.get(at("/orders/customer"), refuseLate), http.get(at("/admin/audit"), refuseLate));
  storeToken("old");
  await failure(api.GET("/orders/customer"));
  storeToken("old");
  await failure(fetchFile("/admin/audit"));
  sessionLost("old");
  expect(lost).not.toHaveBeenCalled();
  sessionLost("new");
  expect(lost).toHaveBeenCalledOnce();
});

const early = (answer: Promise<Response>) => ({ answer, headers: {}, askedAt: performance.now() });

it("uses an early answer, and repeats a call whose early answer failed", async () => {
  const handler = vi.fn<() => HttpResponse<{ from: string }>>(() => HttpResponse.json({ from: "now" }));
  server.use(http.get(at("/auth/me"), handler));
  window.earlyAnswers = { "/api/auth/me": early(Promise.resolve(Response.json({ from: "early" }))) };
  await expect(call(api.GET("/auth/me"))).resolves.toEqual({ from: "early" });
  expect(handler).not.toHaveBeenCalled();
  window.earlyAnswers = { "/api/auth/me": early(Promise.reject(new TypeError("Failed to fetch"))) };
  await expect(call(api.GET("/auth/me"))).resolves.toEqual({ from: "now" });
  delete window.earlyAnswers;
});
