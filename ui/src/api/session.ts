// The signed-in user: fetched once per page load, then kept in the query cache. Only a 401 from the server ends a
// session; while the server is unreachable, the token and the cart stay.
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { setCartOwner } from "@/lib/cart";
import { forgetCheckouts, forgetPersonalState } from "@/lib/personalState";
import { api, call, whenSessionIsLost } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";
import { currentToken, dropToken, storeToken, watchToken } from "./token";
import type { SessionStart, User } from "./types";

/** The delay after a failure before the session is fetched again. */
const RETRY_MS = 10_000;

/** The signed-in user, or null for a visitor. Fails while the server is unreachable. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: (query) => (query.state.status === "error" ? RETRY_MS : false),
  queryFn: async (): Promise<User | null> => {
    const user = await fetchUser();
    if (user) forgetCheckouts(user._id);
    setCartOwner(user?._id ?? null);
    return user;
  },
});

async function fetchUser(): Promise<User | null> {
  const token = currentToken();
  if (!token) return null;
  try {
    return await call(api.GET("/auth/me"));
  } catch (error) {
    // The session has changed during the call.
    if (currentToken() !== token) return fetchUser();
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    dropToken();
    forgetPersonalState();
    return null;
  }
}

/** Drops the data of the previous account or visitor. */
function dropPreviousAccount(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
}

/** Starts the session of a sign-in or sign-up. */
export function startSession(client: QueryClient, answer: SessionStart): void {
  storeToken(answer.token);
  // The account may see other data than the visitor.
  dropPreviousAccount(client);
  forgetCheckouts(answer.user._id);
  setCartOwner(answer.user._id);
  // Same shape as `GET /auth/me`; the write side's document only types it less narrowly.
  client.setQueryData(keys.session, answer.user as User);
}

/** Drops the session in this browser, with everything typed in it. The cart stays for its owner. */
export function endSession(client: QueryClient): void {
  dropToken();
  forgetPersonalState();
  setCartOwner(null);
  client.setQueryData(keys.session, null);
  dropPreviousAccount(client);
}

/** Ends the session here in any case, and at the server if it is reachable. */
export function logOut(client: QueryClient): void {
  const token = currentToken();
  forgetCheckouts();
  endSession(client);
  if (!token) return;
  api
    .POST("/auth/logout", { headers: { Authorization: `Bearer ${token}` }, keepalive: true })
    .catch(() => {});
}

/** Follows session changes from elsewhere: the server refuses the token, or another tab logs in or out. */
export function watchSession(client: QueryClient, onChange: () => void): () => void {
  whenSessionIsLost(() => {
    endSession(client);
    // Guarded pages redirect the visitor to /login.
    onChange();
  });
  return watchToken((token) => {
    if (token === null) {
      forgetCheckouts();
      endSession(client);
      onChange();
      return;
    }
    forgetPersonalState();
    dropPreviousAccount(client);
    void client.resetQueries({ queryKey: keys.session }).then(onChange);
  });
}

/** The signed-in user; null for a visitor, undefined until known. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}
