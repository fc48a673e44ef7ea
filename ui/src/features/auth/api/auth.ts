import { api, call } from "@/api/client";
import type { SignupRequest } from "@/api/types";

export const logIn = (body: { email: string; password: string }) => call(api.POST("/auth/login", { body }));

export const signUp = (body: SignupRequest) => call(api.POST("/auth/signup", { body }));
