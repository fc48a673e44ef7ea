import { api, call } from "@/api/client";
import type { SignupRequest } from "@/api/types";

export const logIn = (body: { email: string; password: string }) => call(api.POST("/auth/login", { body }));

export const signUp = (body: SignupRequest) => call(api.POST("/auth/signup", { body }));

/** Mails a link that sets a new password, if the account exists. */
export const requestReset = (email: string) => call(api.POST("/auth/forgot-password", { body: { email } }));

/** Sets a new password with such a link; every session of the account ends. */
export const resetPassword = (body: { token: string; password: string }) =>
  call(api.POST("/auth/reset-password", { body }));
