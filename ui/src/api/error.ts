/** A call that failed: an error answer, no answer in time, or a request that could not be sent. */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Messages by field name, where the server names the fields. */
  readonly fields: Record<string, string>;
  /** The problem document as received. */
  readonly problem: Record<string, unknown>;

  constructor(message: string, status: number, problem: Record<string, unknown> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
    this.fields = readFields(problem.errors);
  }

  /** Whether the server itself wrote the message. */
  get fromServer(): boolean {
    return typeof this.problem.message === "string";
  }
}

/** Reads `errors` as `{field: message}` or `[{field, message}]`. */
function readFields(errors: unknown): Record<string, string> {
  if (Array.isArray(errors)) {
    return Object.fromEntries(
      errors
        .filter(
          (entry): entry is { field: string; message: string } =>
            typeof entry?.field === "string" && typeof entry?.message === "string",
        )
        .map((entry) => [entry.field, entry.message]),
    );
  }
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The server's text if it sent one, else the page's own. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.fromServer ? error.message : fallback;
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
