import { redirect, type ParsedLocation } from "@tanstack/react-router";
import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "@/api/session";
import type { Role, User } from "@/api/types";

export interface RouterContext {
  queryClient: QueryClient;
}

interface GuardArgs {
  context: RouterContext;
  location: ParsedLocation;
}

/** For `beforeLoad`: redirects visitors to /login, which leads back afterwards. */
export async function requireUser({ context, location }: GuardArgs): Promise<{ user: User }> {
  const user = await context.queryClient.query(sessionQuery);
  if (!user) throw redirect({ to: "/login", search: { redirect: location.href }, replace: true });
  return { user };
}

/** For `beforeLoad`: like `requireUser`, but redirects users of another role to the home page. */
export function requireRole(role: Role) {
  return async (args: GuardArgs): Promise<{ user: User }> => {
    const { user } = await requireUser(args);
    if (user.role !== role) throw redirect({ to: "/", replace: true });
    return { user };
  };
}
