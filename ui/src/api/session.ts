// Who is signed in: asked for once per page load, then kept in the query cache. Only the server ends a session, by a 401:
// while it cannot be reached, the token and the cart stay.
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { setCartOwner } from "@/lib/cart";
import { forgetCheckouts, forgetTyped } from "@/lib/personalState";
import { api, call, whenSessionIsLost } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";
import { currentToken, dropToken, storeToken, watchToken } from "./token";
import type { SessionStart, User } from "./types";

/** How long after a failure the server is asked again who is signed in. */
const ASK_AGAIN_MS = 10_000;

/** The signed-in user, or null for a visitor. It fails while the server cannot say. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: (query) => (query.state.status === "error" ? ASK_AGAIN_MS : false),
  queryFn: async (): Promise<User | null> => {
    const user = await whoAmI();
    if (user) forgetCheckouts(user._id);
    setCartOwner(user?._id ?? null);
    return user;
  },
});

async function whoAmI(): Promise<User | null> {
  const token = currentToken();
  if (!token) return null;
  try {
    return await call(api.GET("/auth/me"));
  } catch (error) {
    // Somebody has logged in or out meanwhile.
    if (currentToken() !== token) return whoAmI();
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    dropToken();
    forgetTyped();
    return null;
  }
}

/** What belongs to the account that was signed in, or to nobody. */
function forgetOthers(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
}

/** Takes over the answer of a sign-in or sign-up. */
export function startSession(client: QueryClient, answer: SessionStart): void {
  storeToken(answer.token);
  // What the visitor was shown may differ from what the account may see.
  forgetOthers(client);
  forgetCheckouts(answer.user._id);
  setCartOwner(answer.user._id);
  // The same shape as `GET /auth/me`, says its document; the write side only words it less narrowly.
  client.setQueryData(keys.session, answer.user as User);
}

/** Forgets the session here, and what was typed in it. The cart stays in the browser for its owner. */
export function endSession(client: QueryClient): void {
  dropToken();
  forgetTyped();
  setCartOwner(null);
  client.setQueryData(keys.session, null);
  forgetOthers(client);
}

/** Ends the session here in any case, and at the server if it can be reached. */
export function logOut(client: QueryClient): void {
  const token = currentToken();
  forgetCheckouts();
  endSession(client);
  if (!token) return;
  api
    .POST("/auth/logout", { headers: { Authorization: `Bearer ${token}` }, keepalive: true })
    .catch(() => {});
}

/** Follows what ends or changes the session elsewhere: the server refuses its token, or another tab logs in or out. */
export function watchSession(client: QueryClient, onChange: () => void): () => void {
  whenSessionIsLost(() => {
    endSession(client);
    // Guarded pages send the visitor to /login.
    onChange();
  });
  return watchToken((token) => {
    if (token === null) {
      forgetCheckouts();
      endSession(client);
      onChange();
      return;
    }
    forgetTyped();
    forgetOthers(client);
    void client.resetQueries({ queryKey: keys.session }).then(onChange);
  });
}

/** The signed-in user; null for a visitor, undefined while it is not known yet. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}
