import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { paths } from "@/api/types";

export type Session =
  paths["/auth/sessions"]["get"]["responses"][200]["content"]["application/json"]["sessions"][number];

/** The account's sessions: this one first, then newest first. */
export const sessionsQuery = queryOptions({
  queryKey: keys.account.sessions,
  queryFn: async ({ signal }): Promise<Session[]> => {
    const { sessions } = await call(api.GET("/auth/sessions", { signal }));
    return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
  },
});

/** Ends a session, even while the page is being left. */
export const endSession = (id: string) =>
  call(api.DELETE("/auth/sessions/{id}", { params: { path: { id } }, keepalive: true }));

/** Ends all sessions but this one. */
export const endOtherSessions = () => call(api.DELETE("/auth/sessions"));

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  call(api.PUT("/auth/password", { body }));
