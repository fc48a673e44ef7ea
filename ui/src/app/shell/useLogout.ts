import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "@/api/client";
import { endSession } from "@/api/session";

/** Ends the session here and, as far as it can be reached, on the server. */
export function useLogout(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // The token is read when the call is made, so it still goes along.
    const told = api.POST("/auth/logout").catch(() => {});
    void Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1000))]).then(() => {
      endSession(client);
      return navigate({ to: "/" });
    });
  };
}
