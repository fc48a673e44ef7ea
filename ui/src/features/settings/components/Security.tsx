import type { User } from "@/api/types";
import { PasswordForm } from "./PasswordForm";
import { ApiKeys, Webhooks } from "./Programs";
import { Sessions } from "./Sessions";

export function Security({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <PasswordForm user={user} />
      <Sessions />
      {user.role !== "customer" && (
        <>
          <ApiKeys />
          <Webhooks />
        </>
      )}
    </div>
  );
}
