// Mock answers of the API, typed by its OpenAPI documents: a body that the server would not send does not compile.
import { http, HttpResponse, type HttpHandler, type PathParams } from "msw";
import type { paths } from "@/api/types";
import { at } from "./server";

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];
type JsonOf<R> = R extends { content: { "application/json": infer Body } } ? Body : never;
/** The body of a successful answer. */
type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? JsonOf<R[keyof R & (200 | 201)]>
  : never;
type RequestBody<P extends keyof paths, M extends Method> = paths[P][M] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : undefined;

/** A request to the mock. */
interface MockedCall<Body> {
  params: PathParams<string>;
  query: URLSearchParams;
  /** The JSON body. */
  body: () => Promise<Body>;
}
type Answerer<P extends keyof paths, M extends Method> = (
  call: MockedCall<RequestBody<P, M>>,
) => Answer<P, M> | Response | Promise<Answer<P, M> | Response>;

function mock<M extends Method>(method: M) {
  return <P extends PathsWith<M>>(path: P, answer: Answer<P, M> | Answerer<P, M>): HttpHandler =>
    http[method](at(path.replace(/\{(\w+)\}/g, ":$1")), async ({ request, params }) => {
      if (typeof answer !== "function") return HttpResponse.json(answer);
      const answered: unknown = await (answer as Answerer<P, M>)({
        params: params as PathParams<string>,
        query: new URL(request.url).searchParams,
        body: () => request.json() as Promise<RequestBody<P, M>>,
      });
      if (answered instanceof Response) return answered;
      return answered === undefined
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(answered as object);
    });
}

/** `on.get("/orders/{id}", order())`, or with a function of the call. */
export const on = {
  get: mock("get"),
  post: mock("post"),
  put: mock("put"),
  delete: mock("delete"),
};

/** A refusal in the server's shape. */
export const refusal = (status: number, message: string, more: object = {}): Response =>
  HttpResponse.json({ success: false, status, title: message, message, ...more }, { status });
