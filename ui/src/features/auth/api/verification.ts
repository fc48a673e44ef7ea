import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** What a mailed link would verify. Asking does not use the link. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: keys.verification(token),
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: () => call(api.POST("/auth/verify-email/look", { body: { token } })),
  });

/** Uses a mailed link. */
export const verifyEmail = (token: string) => call(api.POST("/auth/verify-email", { body: { token } }));

export const resendVerification = () => call(api.POST("/auth/verify-email/resend"));
