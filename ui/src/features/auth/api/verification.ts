import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";

/** Uses a mailed link, once however often the page is drawn. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ["verification", token],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: () => call(api.POST("/auth/verify-email", { body: { token } })),
  });

export const resendVerification = () => call(api.POST("/auth/verify-email/resend"));
