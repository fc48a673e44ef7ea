import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";

/** A refusal stays a refusal: only what got no answer, or a server's failure, is tried once more. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !navigator.onLine) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** Calls are made offline too: they fail at once, and the page says so instead of waiting without end. */
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
