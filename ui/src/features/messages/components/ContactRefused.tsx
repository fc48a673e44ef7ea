import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../texts";

const words = texts.contact;

/** Why the user cannot write to the seller: not logged in, or the seller themselves. */
export function ContactRefused({ own, path }: { own: boolean; path: string }) {
  if (own) return <p role="alert">{words.yourself}</p>;
  return (
    <>
      <p role="alert">{words.logIn}</p>
      <ButtonLink to="/login" search={{ redirect: path }} className="mt-4">
        {words.goToLogin}
      </ButtonLink>
    </>
  );
}
