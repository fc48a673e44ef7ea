import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { paths } from "@/api/types";

type Answer<Path extends "/api-keys" | "/webhooks"> =
  paths[Path]["get"]["responses"][200]["content"]["application/json"];

export type ApiKey = Answer<"/api-keys">["apiKeys"][number];
export type Webhook = Answer<"/webhooks">["webhooks"][number];

/** The account's API keys, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: keys.account.apiKeys,
  queryFn: async ({ signal }): Promise<ApiKey[]> => (await call(api.GET("/api-keys", { signal }))).apiKeys,
});

/** The account's webhooks, newest first; for an admin, those of the shop. */
export const webhooksQuery = queryOptions({
  queryKey: keys.account.webhooks,
  queryFn: async ({ signal }): Promise<Webhook[]> => (await call(api.GET("/webhooks", { signal }))).webhooks,
});

const of = (id: string) => ({ params: { path: { id } } });

export const revokeApiKey = (id: string) => call(api.DELETE("/api-keys/{id}", of(id)));
export const pauseWebhook = (id: string) => call(api.POST("/webhooks/{id}/pause", of(id)));
export const resumeWebhook = (id: string) => call(api.POST("/webhooks/{id}/resume", of(id)));
export const removeWebhook = (id: string) => call(api.DELETE("/webhooks/{id}", of(id)));
