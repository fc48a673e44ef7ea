import type { QueryClient } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { sessionQuery } from "@/api/session";
import type { paths, User } from "@/api/types";
import { keys } from "@/api/keys";

export type ProfileChange = NonNullable<
  paths["/users/profile"]["put"]["requestBody"]
>["content"]["application/json"];

/** Saves the profile and returns the account; `cacheAccount` puts it into the cache. */
export async function saveProfile(body: ProfileChange): Promise<User> {
  // Same shape as `GET /auth/me`; the write side's document only types it less narrowly.
  return (await call(api.PUT("/users/profile", { body }))) as User;
}

/** Mails another link to the address that waits for verification. */
export const resendVerification = () => call(api.POST("/auth/verify-email/resend"));

export const setEmailPreference = (kind: string, wanted: boolean) =>
  call(api.PUT("/users/preferences", { body: { email: { [kind]: wanted } } }));

export const removePhoto = (filename: string) =>
  call(api.DELETE("/upload/image/{filename}", { params: { path: { filename } } }));

export const exportData = () => call(api.GET("/users/me/export"));

export const deleteAccount = (password: string) => call(api.DELETE("/users/me", { body: { password } }));

/** Changes the cached account. */
export const updateCachedAccount = (client: QueryClient, change: (user: User) => User): void =>
  void client.setQueryData(sessionQuery.queryKey, (user) => user && change(user));

/** Puts the answer of `saveProfile` into the cache. It does not include the photo as portrait. */
export function cacheAccount(client: QueryClient, answer: User): void {
  updateCachedAccount(client, ({ avatar }) => ({ ...answer, avatar }));
  // The account's own address is the primary one of the address book.
  void client.invalidateQueries({ queryKey: keys.addresses.all });
}

export function cachePhoto(client: QueryClient, photo: { url: string; filename: string } | null): void {
  updateCachedAccount(client, (user) => ({
    ...user,
    avatar: photo && { url: photo.url },
    businessInfo: user.businessInfo && { ...user.businessInfo, businessPhoto: photo ?? undefined },
  }));
}
