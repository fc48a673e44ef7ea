import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** Uses a mailed link, only once even when the page renders again. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: keys.verification(token),
    staleTime: "static",
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: () => call(api.POST("/auth/verify-email", { body: { token } })),
  });

export const resendVerification = () => call(api.POST("/auth/verify-email/resend"));
