// Who is signed in: asked for once per page load, then kept in the query cache.
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { setCartOwner } from "@/lib/cart";
import { api, call, whenSessionIsLost } from "./client";
import { currentToken, dropToken, storeToken } from "./token";
import type { SessionStart, User } from "./types";

/** The signed-in user, or null. A token that the server does not take is dropped. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async (): Promise<User | null> => {
    const user = await whoAmI();
    setCartOwner(user?._id ?? null);
    return user;
  },
});

async function whoAmI(): Promise<User | null> {
  const token = currentToken();
  if (!token) return null;
  try {
    return await call(api.GET("/auth/me"));
  } catch {
    if (currentToken() === token) dropToken();
    return null;
  }
}

/** Takes over the answer of a sign-in or sign-up. */
export function startSession(client: QueryClient, answer: SessionStart): void {
  storeToken(answer.token);
  // What the visitor was shown may differ from what the account may see.
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
  setCartOwner(answer.user._id);
  // The same shape as `GET /auth/me`, says its document; the write side only words it less narrowly.
  client.setQueryData(sessionQuery.queryKey, answer.user as User);
}

/** Forgets the session here. The cart stays in the browser for its owner. */
export function endSession(client: QueryClient): void {
  dropToken();
  setCartOwner(null);
  client.setQueryData(sessionQuery.queryKey, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Ends the session when the server no longer takes its token. */
export function watchSession(client: QueryClient, onEnd: () => void): void {
  whenSessionIsLost(() => {
    endSession(client);
    // Guarded pages send the visitor to /login.
    onEnd();
  });
}

/** The signed-in user; null for a visitor, undefined while it is not known yet. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}
