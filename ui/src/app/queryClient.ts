import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";

/** A refusal stays a refusal: only what got no answer, or a server's failure, is tried once more. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 15_000, retry: shouldRetry, refetchOnWindowFocus: true } },
  });
}
