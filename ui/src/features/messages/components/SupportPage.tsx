import { getRouteApi } from "@tanstack/react-router";
import { messageOf } from "@/api/error";
import { useUser } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { Page, PageTitle } from "@/ui/Page";
import { askSupport } from "../api/write";
import { texts } from "../texts";
import { OpeningForm } from "./OpeningForm";

const words = texts.support;
const route = getRouteApi("/messages/support");

/** A question to the shop's support, which leads to the conversation. Admins answer such questions. */
export function SupportPage() {
  const isAdmin = useUser()?.role === "admin";
  const { about } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={words.title} className="max-w-xl">
      <PageTitle>{words.title}</PageTitle>
      <p className="mt-2 mb-6 text-muted">{isAdmin ? words.own : words.lead}</p>
      {isAdmin ? (
        <ButtonLink to="/messages">{words.open}</ButtonLink>
      ) : (
        <OpeningForm
          subject={about ?? words.defaultSubject}
          message=""
          start={askSupport}
          failed={(error) => messageOf(error, texts.contact.failed)}
          onSent={(id) => void navigate({ to: "/messages/$id", params: { id }, replace: true })}
        />
      )}
    </Page>
  );
}
