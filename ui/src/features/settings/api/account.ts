import type { QueryClient } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { sessionQuery } from "@/api/session";
import type { paths, User } from "@/api/types";
import { keys } from "@/api/keys";

export type ProfileChange = NonNullable<
  paths["/users/profile"]["put"]["requestBody"]
>["content"]["application/json"];

/** Answers the account as it is now; `takeAccount` makes it the one that the app shows. */
export async function saveProfile(body: ProfileChange): Promise<User> {
  // The same shape as `GET /auth/me`, says its document; the write side only words it less narrowly.
  return (await call(api.PUT("/users/profile", { body }))) as User;
}

/** Mails another link to the address that waits to be verified. */
export const resendVerification = () => call(api.POST("/auth/verify-email/resend"));

export const choosePreference = (kind: string, wanted: boolean) =>
  call(api.PUT("/users/preferences", { body: { email: { [kind]: wanted } } }));

export const removePhoto = (filename: string) =>
  call(api.DELETE("/upload/image/{filename}", { params: { path: { filename } } }));

export const exportData = () => call(api.GET("/users/me/export"));

export const deleteAccount = (password: string) => call(api.DELETE("/users/me", { body: { password } }));

/** Changes the account that the app shows. */
export const changeAccount = (client: QueryClient, change: (user: User) => User): void =>
  void client.setQueryData(sessionQuery.queryKey, (user) => user && change(user));

/** Takes over the answer of `saveProfile`. It tells nothing of the photo as a portrait. */
export function takeAccount(client: QueryClient, answer: User): void {
  changeAccount(client, ({ avatar }) => ({ ...answer, avatar }));
  // The primary address is the account's own.
  void client.invalidateQueries({ queryKey: keys.addresses.all });
}

export function takePhoto(client: QueryClient, photo: { url: string; filename: string } | null): void {
  changeAccount(client, (user) => ({
    ...user,
    avatar: photo && { url: photo.url },
    businessInfo: user.businessInfo && { ...user.businessInfo, businessPhoto: photo ?? undefined },
  }));
}
