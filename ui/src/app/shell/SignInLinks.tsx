import { useSearch } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../texts";
import { useReturnPath } from "./useReturnPath";

/** For visitors. The log-in leads back to the current page; a new account starts at its welcome page. */
export function SignInLinks() {
  const { redirect } = useSearch({ strict: false });
  return (
    <>
      <ButtonLink
        to="/login"
        search={useReturnPath()}
        variant="quiet"
        size="narrow"
        className="max-sm:hidden"
      >
        {texts.login}
      </ButtonLink>
      <ButtonLink
        to="/signup"
        search={{ redirect }}
        variant="secondary"
        size="narrow"
        className="whitespace-nowrap"
      >
        {texts.signUp}
      </ButtonLink>
    </>
  );
}
