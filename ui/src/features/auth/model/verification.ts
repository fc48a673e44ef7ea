import { ApiError } from "@/api/error";

export type Outcome = "pending" | "verified" | "refused" | "failed";

/** The result of using a link. A refusal is final; any other failure can be retried. */
export function outcomeOf(verification: { isSuccess: boolean; error: unknown }): Outcome {
  if (verification.isSuccess) return "verified";
  const { error } = verification;
  if (!error) return "pending";
  return error instanceof ApiError && (error.status === 409 || error.status === 422) ? "refused" : "failed";
}
