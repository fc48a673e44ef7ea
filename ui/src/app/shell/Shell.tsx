import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { SkipLink } from "@/ui/SkipLink";
import { ToastHost } from "@/ui/ToastHost";
import { AccountNotice } from "./AccountNotice";
import { FindBar } from "./FindBar";
import { Header } from "./Header";
import { Footer, LocationHost, startPageListeners } from "./lazyParts";
import { OfflineBanner } from "./OfflineBanner";
import { PromoBanner } from "./PromoBanner";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { UnreachableBanner } from "./UnreachableBanner";

/** Dashboards are for work: they have no banner and no footer. */
const DASHBOARDS = /^\/(dashboard|admin)(\/|$)/;

export function Shell() {
  const atWork = useLocation({ select: ({ pathname }) => DASHBOARDS.test(pathname) });
  useEffect(startPageListeners, []);
  return (
    <div className="flex min-h-dvh flex-col print:[&>:not(main)]:hidden">
      <SkipLink />
      {!atWork && <PromoBanner />}
      <Header />
      <OfflineBanner />
      <UnreachableBanner />
      <AccountNotice />
      <FindBar />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-6rem)] flex-1 outline-none">
        <Outlet />
      </main>
      {!atWork && <Footer />}
      <LocationHost />
      <RouteAnnouncer />
      <ToastHost />
    </div>
  );
}
