import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logOut } from "@/api/session";

/** Ends the session and goes to the home page. */
export function useLogout(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // Leave a guarded page first: it would redirect to /login.
    void navigate({ to: "/" }).finally(() => logOut(client));
  };
}
