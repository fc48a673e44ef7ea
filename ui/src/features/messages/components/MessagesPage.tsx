import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { BELOW_MD, useMedia } from "@/lib/media";
import { cx } from "@/ui/cx";
import { Page, PageTitle } from "@/ui/Page";
import { conversationsQuery } from "../api/messages";
import { texts } from "../texts";
import { Messages } from "./Messages";

/** The conversations page; a wide screen opens the first one. */
export function MessagesPage({ chosen }: { chosen?: string }) {
  const navigate = useNavigate();
  const isWide = !useMedia(BELOW_MD);
  const query = useQuery(conversationsQuery);
  const first = query.data?.[0]?._id;
  useEffect(() => {
    if (chosen === undefined && isWide && first !== undefined) {
      void navigate({ to: "/messages/$id", params: { id: first }, replace: true });
    }
  }, [chosen, isWide, first, navigate]);
  return (
    // On a phone the thread and its field fill the screen below the header.
    <Page title={texts.title} className={cx(chosen !== undefined && "max-md:py-0")}>
      <PageTitle className={cx(chosen !== undefined && "max-md:sr-only")}>{texts.title}</PageTitle>
      <div className={cx("mt-6", chosen !== undefined && "max-md:mt-0")}>
        <Messages chosen={chosen} />
      </div>
    </Page>
  );
}
