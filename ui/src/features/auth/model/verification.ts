import { ApiError } from "@/api/error";

export type Outcome = "pending" | "asking" | "verified" | "used" | "refused" | "failed";

interface Attempt {
  isSuccess: boolean;
  error: unknown;
}

/**
 * The state of a mailed link after looking at it and after using it. A refusal is final; any other failure can be
 * retried. A link that is used up before it is pressed has verified its address.
 */
export function outcomeOf(looked: Attempt, used: Attempt): Outcome {
  if (used.isSuccess) return "verified";
  const error = used.error ?? looked.error;
  if (!error) return looked.isSuccess ? "asking" : "pending";
  if (!(error instanceof ApiError)) return "failed";
  if (error.status === 409 && !used.error) return "used";
  return error.status === 409 || error.status === 422 ? "refused" : "failed";
}
