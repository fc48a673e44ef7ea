import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logOut } from "@/api/session";

/** Ends the session and goes to the home page. */
export function useLogout(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // First away from a guarded page, which would lead to /login otherwise.
    void navigate({ to: "/" }).finally(() => logOut(client));
  };
}
