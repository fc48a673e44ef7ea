import { ApiError } from "@/api/error";
import { texts } from "../texts";

/** The message of a failed sign-in or sign-up: the server's, a text for no answer, else `fallback`. */
export function authFailure(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return texts.unexpected;
  return error.fromServer ? error.message : fallback;
}
