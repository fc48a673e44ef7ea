import { ApiError } from "@/api/error";
import { texts } from "../texts";

/** What a failed sign-in or sign-up says: the server's words, else `fallback`; without any answer, that. */
export function authFailure(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return texts.unexpected;
  return error.fromServer ? error.message : fallback;
}
