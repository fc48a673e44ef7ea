import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";

/** Retries once when there was no answer or the server failed; a refusal would stay the same. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !navigator.onLine) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** Calls are made offline too, so that they fail at once instead of waiting forever. */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: shouldRetry,
        refetchOnWindowFocus: true,
        networkMode,
        refetchOnReconnect: true,
      },
      mutations: { networkMode },
    },
  });
}
