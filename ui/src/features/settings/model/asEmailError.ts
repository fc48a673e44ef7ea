import { ApiError } from "@/api/error";

/** A conflict about no other version is about the address, so its message belongs to that field. */
export function asEmailError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.fromServer) return error;
  if ("current" in error.problem) return error;
  return new ApiError(error.message, error.status, { ...error.problem, errors: { email: error.message } });
}
